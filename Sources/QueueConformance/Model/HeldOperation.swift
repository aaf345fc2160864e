public import Operations

/// An operation that its own `isReady` holds back, and how to end that.
public struct HeldOperation<Operation: OperationProtocol>: Sendable {
    public let operation: Operation
    /// Lets the answer be that of the operation's superclass from now on, and announces that it has changed, as a subclass
    /// would. May be called from any thread.
    public let open: @Sendable () -> Void

    public init(operation: Operation, open: @escaping @Sendable () -> Void) {
        self.operation = operation
        self.open = open
    }
}
