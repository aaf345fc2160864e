public import OperationQueues
public import Operations
public import QueueConformance

/// The queue that is an actor.
public struct ActorSubject: ConformanceSubject {
    public let name: String
    public let summary: String
    let strategy: SchedulingStrategy

    /// - Parameter strategy: What the queue's workers do; if it isn't the standard one, it is part of the name.
    public init(strategy: SchedulingStrategy = .standard) {
        self.strategy = strategy
        let isStandard = strategy == .standard
        name = isStandard ? "actor" : "actor-\(strategy.name)"
        summary =
            isStandard
            ? "ActorOperationQueue: this project's queue that is an actor"
            : "ActorOperationQueue with the strategy \(strategy.name): \(strategy.summary)"
    }

    public var isExplorable: Bool { true }

    public func makeQueue() -> ActorOperationQueue { ActorOperationQueue(strategy: strategy) }

    public func makeOtherKindOfQueue() -> LockedOperationQueue? { LockedOperationQueue() }

    public func currentQueue() -> ActorOperationQueue? { ActorOperationQueue.current }

    public func mainQueue() -> ActorOperationQueue { .main }

    public func makeOperation(_ body: @escaping @Sendable (Operation) -> Void) -> Operation {
        OwnOperations.operation(body)
    }

    public func makeStartOverride(
        _ start: @escaping @Sendable (Operation, StartOverrideControl) -> Void
    ) -> Operation {
        OwnOperations.startOverride(start)
    }

    public func makeAsyncOperation(_ body: @escaping @Sendable (Operation) async -> Void) -> Operation {
        OwnOperations.asyncOperation(body)
    }

    public func makeResultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) -> KeepingOperation<Operation, Result<Int, any Error>> {
        OwnOperations.resultOperation(body)
    }

    public func makeThrowingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) -> KeepingOperation<Operation, (any Error)?> {
        OwnOperations.throwingAsyncOperation(body)
    }

    public func priority(rounding rawValue: Int) -> QueuePriority { QueuePriority(rounding: rawValue) }

    public func makeHeldOperation(
        _ body: @escaping @Sendable (Operation) -> Void
    ) -> HeldOperation<Operation> {
        OwnOperations.heldOperation(body)
    }
}
