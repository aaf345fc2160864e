public import QueueAdapters
public import QueueBenchmarking
public import QueueConformance

/// A serial dispatch queue.
public struct DispatchSerialSubject: FixedWidthSubject, CurrentQueueSubject, WrappedQueueSubject {
    public typealias Queue = DispatchOperationQueue

    public let name = "dispatch-serial"
    public let summary = "a serial queue of Dispatch"
    public let fixedWidth = 1
    public let lacksOthersBecause = "a dispatch queue runs blocks as they come, and keeps no list of them"

    /// The subject; it has no state.
    public init() {}

    public func makeQueue() -> Queue { Queue(.serial) }

    public func currentQueue() -> Queue? { Queue.current }

    public func object(of queue: Queue) -> any AnyObject & Sendable { queue.lifetime }
}

extension DispatchSerialSubject: BenchmarkSubject {
    public var driver: QueueDriver<DispatchOperationQueue> {
        .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    public var width: QueueWidth { .fixed(1) }

    public func makeQueue(limit: Int) -> DispatchOperationQueue { makeQueue() }
}
