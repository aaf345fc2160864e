public import Operations
public import QueueAdapters
public import QueueBenchmarking
internal import QueueConformance

/// A concurrent dispatch queue.
public struct DispatchConcurrentSubject: DispatchSubject {
    public let name = "dispatch-concurrent"
    public let summary = "a concurrent queue of Dispatch"
    public let width = QueueWidth.unlimited
    public let lacks = [
        QueueCapability.suspension:
            "a concurrent dispatch queue starts what was added before it was suspended"
    ]

    /// The subject; it has no state.
    public init() {}

    public func makeQueue() -> DispatchOperationQueue { DispatchOperationQueue(.concurrent) }
}
