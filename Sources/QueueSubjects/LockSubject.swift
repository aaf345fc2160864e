public import Dispatch
public import OperationQueues
public import QueueBenchmarking
public import QueueConformance

/// The queue behind a lock.
public struct LockSubject: CompleteSubject, OwnOperationSubject, OwnAdvancedSubject, UnderlyingQueueSubject {
    public let name: String
    public let summary: String
    public let ownsOperations = true
    public var operationKind = OwnOperationKind.alternating
    let strategy: SchedulingStrategy

    /// - Parameter strategy: What the queue's workers do; if it isn't the standard one, it is part of the name.
    public init(strategy: SchedulingStrategy = .standard) {
        self.strategy = strategy
        let isStandard = strategy == .standard
        name = isStandard ? "lock" : "lock-\(strategy.name)"
        summary =
            isStandard
            ? "LockedOperationQueue: OperationLab's queue behind a lock"
            : "LockedOperationQueue with the strategy \(strategy.name): \(strategy.summary)"
    }

    public func makeQueue() -> LockedOperationQueue { LockedOperationQueue(strategy: strategy) }

    public func makeOtherKindOfQueue() -> ActorOperationQueue { ActorOperationQueue() }

    public func currentQueue() -> LockedOperationQueue? { LockedOperationQueue.current }

    public func mainQueue() -> LockedOperationQueue { .main }

    public func setUnderlyingQueue(_ dispatchQueue: DispatchQueue?, of queue: LockedOperationQueue) {
        queue.underlyingQueue = dispatchQueue
    }

    public func underlyingQueue(of queue: LockedOperationQueue) -> DispatchQueue? { queue.underlyingQueue }
}

extension LockSubject: BenchmarkSubject {
    public var id: SubjectID { SubjectID(queue: "lock", strategy: strategy.name) }

    public var driver: QueueDriver<LockedOperationQueue> {
        .thread { $0.waitUntilAllOperationsAreFinished() }
    }

    public func makeQueue(limit: Int) -> LockedOperationQueue {
        let queue = makeQueue()
        queue.maxConcurrentOperationCount = limit
        return queue
    }
}
