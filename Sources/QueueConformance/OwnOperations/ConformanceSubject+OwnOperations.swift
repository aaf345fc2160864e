public import Operations

/// The operations of subjects whose queues run this project's own.
extension ConformanceSubject where Queue.Operation == Operations.Operation {
    public func makeOperation(_ body: @escaping @Sendable (Operations.Operation) -> Void)
        -> Operations.Operation
    {
        OwnOperations.operation(body)
    }

    public func makeStartOverride(
        _ start: @escaping @Sendable (Operations.Operation, StartOverrideControl) -> Void
    ) -> Operations.Operation {
        OwnOperations.startOverride(start)
    }

    public func makeAsyncOperation(_ body: @escaping @Sendable (Operations.Operation) async -> Void)
        -> Operations.Operation
    {
        OwnOperations.asyncOperation(body)
    }

    public func makeResultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) -> KeepingOperation<Operations.Operation, Result<Int, any Error>> {
        OwnOperations.resultOperation(body)
    }

    public func makeThrowingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) -> KeepingOperation<Operations.Operation, (any Error)?> {
        OwnOperations.throwingAsyncOperation(body)
    }

    public func priority(rounding rawValue: Int) -> QueuePriority { QueuePriority(rounding: rawValue) }

    public func makeHeldOperation(
        _ body: @escaping @Sendable (Operations.Operation) -> Void
    ) -> HeldOperation<Operations.Operation> {
        OwnOperations.heldOperation(body)
    }
}
