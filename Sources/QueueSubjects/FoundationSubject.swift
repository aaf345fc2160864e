public import Dispatch
public import Operations
public import QueueAdapters
public import QueueConformance

/// Foundation's `OperationQueue`, with Foundation's own operations: the outside witness.
public struct FoundationSubject: ConformanceSubject {
    public typealias Queue = FoundationOperationQueue

    public let name = "foundation"
    public let summary = "Foundation's OperationQueue and its operations"

    /// The subject; it has no state.
    public init() {}

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
        _ body: @escaping @Sendable (Queue.Operation) -> Void
    ) -> HeldOperation<Queue.Operation> {
        let operation = FoundationGatedOperation(body)
        return HeldOperation(operation: operation) { operation.open() }
    }

    public func setQualityOfService(_ quality: QualityOfService, of operation: Queue.Operation) {
        Queue.setQualityOfService(quality, of: operation)
    }
}
