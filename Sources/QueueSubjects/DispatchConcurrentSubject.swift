public import Operations
public import QueueAdapters
public import QueueBenchmarking
public import QueueConformance

/// A concurrent dispatch queue.
public struct DispatchConcurrentSubject: CurrentQueueSubject, WrappedQueueSubject {
    public typealias Queue = DispatchOperationQueue

    public let name = "dispatch-concurrent"
    public let summary = "a concurrent queue of Dispatch"
    public let lacksOthersBecause = "a dispatch queue runs blocks as they come, and keeps no list of them"

    /// The subject; it has no state.
    public init() {}

    public var lacks: [QueueCapability: String] {
        [.suspension: "a concurrent dispatch queue starts what was added before it was suspended"]
    }

    public func makeQueue() -> Queue { Queue(.concurrent) }

    public func currentQueue() -> Queue? { Queue.current }

    public func object(of queue: Queue) -> any AnyObject & Sendable { queue.lifetime }
}

extension DispatchConcurrentSubject: BenchmarkSubject {
    public var driver: QueueDriver<DispatchOperationQueue> {
        .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    public var width: QueueWidth { .unlimited }

    public func makeQueue(limit: Int) -> DispatchOperationQueue { makeQueue() }
}
