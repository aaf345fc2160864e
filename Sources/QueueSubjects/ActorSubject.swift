public import OperationQueues
public import Operations
public import QueueBenchmarking
public import QueueConformance

/// The queue that is an actor.
public struct ActorSubject: CompleteSubject, DetailedSubject, OwnOperationSubject, OwnAdvancedSubject {
    public let name: String
    public let summary: String
    public let ownsOperations = true
    public var operationKind = OwnOperationKind.alternating
    let strategy: SchedulingStrategy

    /// - Parameter strategy: What the queue's workers do; if it isn't the standard one, it is part of the name.
    public init(strategy: SchedulingStrategy = .standard) {
        self.strategy = strategy
        let isStandard = strategy == .standard
        name = isStandard ? "actor" : "actor-\(strategy.name)"
        summary =
            isStandard
            ? "ActorOperationQueue: OperationLab's queue that is an actor"
            : "ActorOperationQueue with the strategy \(strategy.name): \(strategy.summary)"
    }

    public var lacks: [QueueCapability: String] {
        [.underlyingQueue: "its work runs on threads that are its executor's, not Dispatch's"]
    }

    public func makeQueue() -> ActorOperationQueue { ActorOperationQueue(strategy: strategy) }

    public func makeOtherKindOfQueue() -> LockedOperationQueue { LockedOperationQueue() }

    public func currentQueue() -> ActorOperationQueue? { ActorOperationQueue.current }

    public func mainQueue() -> ActorOperationQueue { .main }
}

extension ActorSubject: DelegateRemovalSubject {}

extension ActorSubject: BenchmarkSubject {
    public var id: SubjectID { SubjectID(queue: "actor", strategy: strategy.name) }

    public var driver: QueueDriver<ActorOperationQueue> { .task }

    public func makeQueue(limit: Int) -> ActorOperationQueue {
        let queue = makeQueue()
        queue.setMaxConcurrentOperationCount(limit)
        return queue
    }
}
