public import Dispatch
public import Operations
public import QueueAdapters
public import QueueBenchmarking
public import QueueConformance

/// Foundation's `OperationQueue`, with Foundation's own operations: the outside witness.
public struct FoundationSubject: StartOverrideSubject, ReadinessOverrideSubject, AsyncBodySubject,
    BlockOperationSubject,
    CurrentQueueSubject, MainQueueSubject, UnderlyingQueueSubject, QualityOfServiceSubject,
    MisuseDetectionSubject,
    WrappedQueueSubject, ExplorableSubject
{
    public typealias Queue = FoundationOperationQueue

    public let name = "foundation"
    public let summary = "Foundation's OperationQueue and its operations"

    /// The subject; it has no state.
    public init() {}

    /// What swift-corelibs-foundation prints (Operation.swift).
    public let stopMessages = [
        "operations finished, executing or already in a queue cannot be enqueued", "cannot be negative",
        "operation queue must be empty in order to change underlying dispatch queue",
        "receiver is already executing", "receiver is not yet ready to execute",
        "something is trying to start the receiver simultaneously from more than one thread",
        "blocks cannot be added after the operation has started executing or finished",
    ]

    public var lacks: [QueueCapability: String] {
        let results = "on this platform no operation of Foundation keeps a result"
        let own: [QueueCapability: String] = [
            .results: results,
            .asyncResults: results,
            .observation: "on this platform Foundation has no key-value observing",
            .boundedWaiting: "Foundation's waits have no deadline",
            .asyncWaiting: "Foundation's waits block a thread",
            .rounding: "Foundation's QueuePriority is made of the raw values of its names only",
            .otherQueues: "Foundation has one kind of queue",
        ]
        let advanced = "Foundation leaves this to its clients, who subclass its Operation"
        return own.merging(QueueCapability.advanced.map { ($0, advanced) }) { reason, _ in reason }
    }

    public func makeQueue() -> Queue { Queue() }

    public func currentQueue() -> Queue? { Queue.current }

    public func mainQueue() -> Queue { Queue.main }

    public func setUnderlyingQueue(_ dispatchQueue: DispatchQueue?, of queue: Queue) {
        queue.underlyingQueue = dispatchQueue
    }

    public func underlyingQueue(of queue: Queue) -> DispatchQueue? { queue.underlyingQueue }

    public func object(of queue: Queue) -> any AnyObject & Sendable { queue.base }

    public func makeOperation(_ body: @escaping @Sendable (Queue.Operation) -> Void) -> Queue.Operation {
        FoundationMainOperation(body)
    }

    public func makeStartOverride(
        _ start: @escaping @Sendable (Queue.Operation, StartOverrideControl) -> Void
    ) -> Queue.Operation {
        FoundationStartOverrideOperation { operation in
            let control = StartOverrideControl(
                announceExecuting: { operation.announceExecuting() },
                announceFinished: { operation.announceFinished() })
            start(operation, control)
        }
    }

    public func makeAsyncOperation(
        _ body: @escaping @Sendable (Queue.Operation) async -> Void
    ) -> Queue.Operation {
        FoundationAsyncOperation(body)
    }

    public func makeBlockOperation(_ block: @escaping @Sendable () -> Void) -> Queue.Operation {
        Queue.makeBlockOperation(block)
    }

    public func addExecutionBlock(_ block: @escaping @Sendable () -> Void, to operation: Queue.Operation) {
        Queue.addExecutionBlock(block, to: operation)
    }

    public func makeHeldOperation(
        whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (Queue.Operation) -> Void
    ) -> HeldOperation<Queue.Operation> {
        let operation = FoundationGatedOperation(whenAsked: whenAsked, body)
        return HeldOperation(operation: operation) { operation.open() }
    }

    public func setQualityOfService(_ quality: QualityOfService, of operation: Queue.Operation) {
        Queue.setQualityOfService(quality, of: operation)
    }
}

extension FoundationSubject: BenchmarkSubject {
    public var driver: QueueDriver<FoundationOperationQueue> {
        .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    /// Each finish looks through all that wait, so a chain takes the square of its length (rule 3.15): 8,000 take the five
    /// seconds within which other queues are through a million. The release of a long one exhausts the stack (3.13).
    public var largestGraph: Int? { 8_000 }

    public func makeQueue(limit: Int) -> FoundationOperationQueue {
        let queue = makeQueue()
        queue.setMaxConcurrentOperationCount(limit)
        return queue
    }

    public func makeOperation(_ body: @escaping @Sendable () -> Void) -> FoundationOperationQueue.Operation {
        FoundationOperationQueue.makeBlockOperation(body)
    }
}
