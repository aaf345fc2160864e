public import Operations

// What subjects need not write whose queues run this project's own operations.

extension ConformanceSubject where Queue.Operation == Operations.Operation {
    public func makeOperation(_ body: @escaping @Sendable (Operations.Operation) -> Void)
        -> Operations.Operation
    {
        OwnOperations.operation(.subclass, body)
    }
}

extension OwnOperationSubject {
    public var variants: [Self] {
        [OwnOperationKind.subclass, .block].map { kind in
            var variant = self
            variant.operationKind = kind
            return variant
        }
    }

    public func makeOperation(_ body: @escaping @Sendable (Operations.Operation) -> Void)
        -> Operations.Operation
    {
        OwnOperations.operation(operationKind, body)
    }
}

extension OwnOperationSubject where Self: StartOverrideSubject {
    public func makeStartOverride(
        _ start: @escaping @Sendable (Operations.Operation, StartOverrideControl) -> Void
    ) -> Operations.Operation {
        OwnOperations.startOverride(.next(operationKind), start)
    }
}

extension OwnOperationSubject where Self: ReadinessOverrideSubject {
    public func makeHeldOperation(
        whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (Operations.Operation) -> Void
    ) -> HeldOperation<Operations.Operation> {
        OwnOperations.heldOperation(.next(operationKind), whenAsked: whenAsked, body)
    }
}

extension MisuseDetectionSubject where Queue.Operation == Operations.Operation {
    /// What this project's operations print, and its queues.
    public var stopMessages: [String] { [Misuse.messagePrefix] }
}

extension StartOverrideSubject where Queue.Operation == Operations.Operation {
    public func makeStartOverride(
        _ start: @escaping @Sendable (Operations.Operation, StartOverrideControl) -> Void
    ) -> Operations.Operation {
        OwnOperations.startOverride(.byKeyPath, start)
    }
}

extension ReadinessOverrideSubject where Queue.Operation == Operations.Operation {
    public func makeHeldOperation(
        whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (Operations.Operation) -> Void
    ) -> HeldOperation<Operations.Operation> {
        OwnOperations.heldOperation(.byKeyPath, whenAsked: whenAsked, body)
    }
}

extension AsyncBodySubject where Queue.Operation == Operations.Operation {
    public func makeAsyncOperation(_ body: @escaping @Sendable (Operations.Operation) async -> Void)
        -> Operations.Operation
    {
        OwnOperations.asyncOperation(body)
    }
}

extension ResultSubject where Queue.Operation == Operations.Operation {
    public func makeResultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) -> KeepingOperation<Operations.Operation, Result<Int, any Error>> {
        OwnOperations.resultOperation(body)
    }
}

extension AsyncResultSubject where Queue.Operation == Operations.Operation {
    public func makeThrowingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) -> KeepingOperation<Operations.Operation, (any Error)?> {
        OwnOperations.throwingAsyncOperation(body)
    }
}

extension BlockOperationSubject where Queue.Operation == Operations.Operation {
    public func makeBlockOperation(_ block: @escaping @Sendable () -> Void) -> Queue.Operation {
        BlockOperation(block: block)
    }

    /// - Precondition: The operation is a `BlockOperation`.
    public func addExecutionBlock(_ block: @escaping @Sendable () -> Void, to operation: Queue.Operation) {
        guard let operation = operation as? BlockOperation else {
            fatalError("A block is added to what is no block operation, but \(type(of: operation)).")
        }
        operation.addExecutionBlock(block)
    }
}

extension ObservationSubject where Queue.Operation == Operations.Operation {
    public func observe(
        _ operation: Queue.Operation, _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) -> ObservationToken {
        OwnOperations.observe(operation, handler)
    }
}

extension QualityOfServiceSubject where Queue.Operation == Operations.Operation {
    public func setQualityOfService(_ quality: QualityOfService, of operation: Queue.Operation) {
        operation.qualityOfService = quality
    }
}

extension RoundingSubject where Queue.Operation == Operations.Operation {
    public func priority(rounding rawValue: Int) -> QueuePriority { QueuePriority(rounding: rawValue) }
}
