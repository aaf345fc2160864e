public import Operations

/// An operation that keeps what came of its work, and how to ask it.
public struct KeepingOperation<Operation: OperationProtocol, Kept: Sendable>: Sendable {
    public let operation: Operation
    /// What the operation says of its work. May be asked at any time, from any thread.
    public let kept: @Sendable () -> Kept

    public init(operation: Operation, kept: @escaping @Sendable () -> Kept) {
        self.operation = operation
        self.kept = kept
    }
}
