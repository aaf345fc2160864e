public import QueueAdapters
public import QueueBenchmarking
public import QueueConformance

/// A dispatch queue, serial or concurrent: what both subjects have in common.
public protocol DispatchSubject: CurrentQueueSubject, WrappedQueueSubject, ExplorableSubject,
    BenchmarkSubject
where Queue == DispatchOperationQueue {}

extension DispatchSubject {
    public var lacksOthersBecause: String {
        "a dispatch queue runs blocks as they come, and keeps no list of them"
    }

    public func currentQueue() -> DispatchOperationQueue? { DispatchOperationQueue.current }

    public func object(of queue: DispatchOperationQueue) -> any AnyObject & Sendable { queue.lifetime }

    /// Dispatch runs the destructors of a queue's specific values on a queue of its own.
    public var isReleasedOutside: Bool { true }

    public var driver: QueueDriver<DispatchOperationQueue> {
        .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    public func makeQueue(limit: Int) -> DispatchOperationQueue { makeQueue() }
}
