public import OperationQueues
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
}
