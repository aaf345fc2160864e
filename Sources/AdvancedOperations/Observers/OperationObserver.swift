public import Operations

/// Who is notified of what happens to an ``AdvancedOperation``.
///
/// Nothing has to be implemented. ``AdvancedOperation/addObserver(_:)`` says how and when it is called. One observer may be
/// added to several operations.
public protocol OperationObserver: Sendable {
    /// The operation is going to run: it executes, and its work begins when its observers have been notified.
    func operationWillStart(_ operation: AdvancedOperation)

    /// The operation's work begins. Not called for one that finishes without its work being done.
    func operationDidStart(_ operation: AdvancedOperation)

    /// The operation is about to add another one to its queue.
    func operation(_ operation: AdvancedOperation, didProduce newOperation: Operation)

    /// The operation was cancelled, before or while it runs: reported once, before it did finish.
    func operationDidCancel(_ operation: AdvancedOperation)

    /// The operation is about to finish. Called once, whether or not it has run.
    func operationWillFinish(_ operation: AdvancedOperation, errors: [any Error])

    /// The operation has finished. Called once, whether or not it has run; nothing comes after it.
    func operationDidFinish(_ operation: AdvancedOperation, errors: [any Error])
}

extension OperationObserver {
    public func operationWillStart(_ operation: AdvancedOperation) {}
    public func operationDidStart(_ operation: AdvancedOperation) {}
    public func operation(_ operation: AdvancedOperation, didProduce newOperation: Operation) {}
    public func operationDidCancel(_ operation: AdvancedOperation) {}
    public func operationWillFinish(_ operation: AdvancedOperation, errors: [any Error]) {}
    public func operationDidFinish(_ operation: AdvancedOperation, errors: [any Error]) {}
}
