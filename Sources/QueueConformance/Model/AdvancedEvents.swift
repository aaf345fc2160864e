public import Operations

/// A condition of the queue's own kind.
public struct AddableCondition<Operation: OperationProtocol>: Sendable {
    /// Makes an operation depend on the condition. Called before the operation is added to a queue.
    public let add: @Sendable (Operation) -> Void

    /// - Parameter add: Makes an operation depend on the condition.
    public init(add: @escaping @Sendable (Operation) -> Void) { self.add = add }
}

/// What an observer is notified of an operation (``OperationObserverSubject``).
public enum ObservedEvent<Operation: OperationProtocol>: Sendable {
    /// The work of the operation begins.
    case started
    /// The operation has added another to its queue, or is about to.
    case produced(Operation)
    /// The operation has finished, with these errors if it claims any.
    case finished([any Error])
}

/// What the delegate of a queue is notified of (``QueueDelegateSubject``).
public enum DelegateEvent<Operation: OperationProtocol>: Sendable {
    /// The operation was added, or is about to be.
    case added(Operation)
    /// The operation has finished, with these errors if it claims any.
    case finished(Operation, [any Error])
}
