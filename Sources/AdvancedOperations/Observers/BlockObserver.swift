public import Operations

/// An observer made of closures.
public struct BlockObserver: OperationObserver {
    /// Called with the operation.
    public typealias Handler = @Sendable (AdvancedOperation) -> Void
    /// Called with the operation and the one that it has produced.
    public typealias ProduceHandler = @Sendable (AdvancedOperation, Operation) -> Void
    /// Called with the operation and its errors.
    public typealias FinishHandler = @Sendable (AdvancedOperation, [any Error]) -> Void

    private let willStart: Handler?
    private let start: Handler?
    private let produce: ProduceHandler?
    private let cancel: Handler?
    private let willFinish: FinishHandler?
    private let finish: FinishHandler?

    /// An observer that calls the closures that are given, one for each call of ``OperationObserver``.
    public init(
        willStartHandler: Handler? = nil, startHandler: Handler? = nil,
        produceHandler: ProduceHandler? = nil,
        cancelHandler: Handler? = nil, willFinishHandler: FinishHandler? = nil,
        finishHandler: FinishHandler? = nil
    ) {
        willStart = willStartHandler
        start = startHandler
        produce = produceHandler
        cancel = cancelHandler
        willFinish = willFinishHandler
        finish = finishHandler
    }

    public func operationWillStart(_ operation: AdvancedOperation) { willStart?(operation) }
    public func operationDidStart(_ operation: AdvancedOperation) { start?(operation) }
    public func operation(_ operation: AdvancedOperation, didProduce newOperation: Operation) {
        produce?(operation, newOperation)
    }
    public func operationDidCancel(_ operation: AdvancedOperation) { cancel?(operation) }
    public func operationWillFinish(_ operation: AdvancedOperation, errors: [any Error]) {
        willFinish?(operation, errors)
    }
    public func operationDidFinish(_ operation: AdvancedOperation, errors: [any Error]) {
        finish?(operation, errors)
    }
}
