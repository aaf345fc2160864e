public import OperationQueues
public import Operations
public import QueueConformance

/// The queue behind a lock.
public struct LockSubject: ConformanceSubject {
    public let name = "lock"
    public let summary = "LockedOperationQueue: this project's queue behind a lock"

    public init() {}

    public func makeQueue() -> LockedOperationQueue { LockedOperationQueue() }

    public func makeOtherKindOfQueue() -> ActorOperationQueue? { ActorOperationQueue() }

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
