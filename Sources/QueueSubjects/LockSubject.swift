public import Dispatch
public import OperationQueues
public import Operations
public import QueueBenchmarking
public import QueueConformance

/// The queue behind a lock.
public struct LockSubject: CompleteSubject, DetailedSubject, OwnOperationSubject, OwnAdvancedSubject,
    UnderlyingQueueSubject
{
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

extension LockSubject: DelegateRemovalSubject {}

extension LockSubject: BlockingWaitSubject {
    public func blockUntilAllOperationsAreFinished(in queue: LockedOperationQueue) {
        queue.waitUntilAllOperationsAreFinished()
    }

    public func addOperationsAndBlock(_ operations: [Operation], to queue: LockedOperationQueue) {
        queue.addOperations(operations, waitUntilFinished: true)
    }

    public func block(for operation: Operation, timeout: Duration) throws(WaitEndedEarly) {
        try operation.waitUntilFinished(timeout: timeout)
    }

    public func block(for queue: LockedOperationQueue, timeout: Duration) throws(WaitEndedEarly) {
        try queue.waitUntilAllOperationsAreFinished(timeout: timeout)
    }
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
