public import Operations

/// An operation that keeps what came of its work, and how to ask it.
public struct KeepingOperation<Operation: OperationProtocol, Kept: Sendable>: Sendable {
    /// The operation, to be added to a queue.
    public let operation: Operation
    /// What the operation says of its work. May be asked at any time, from any thread.
    public let kept: @Sendable () -> Kept

    /// An operation, and how to ask it.
    public init(operation: Operation, kept: @escaping @Sendable () -> Kept) {
        self.operation = operation
        self.kept = kept
    }
}
