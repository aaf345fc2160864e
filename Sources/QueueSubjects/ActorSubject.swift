public import OperationQueues
public import Operations
public import QueueConformance

/// The queue that is an actor.
public struct ActorSubject: ConformanceSubject {
    public let name = "actor"
    public let summary = "ActorOperationQueue: this project's queue that is an actor"

    public init() {}

    public func makeQueue() -> ActorOperationQueue { ActorOperationQueue() }

    public func makeOtherKindOfQueue() -> LockedOperationQueue? { LockedOperationQueue() }

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
}
