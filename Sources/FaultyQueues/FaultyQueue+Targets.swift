internal import ConcurrencyPrimitives
internal import Dispatch
public import Operations
internal import QueueConformance

/// Where operations run, and how far a queue has come.
extension FaultyQueue {
    /// The main queue of a domain.
    static func main(in domain: FixtureDomain, _ defect: Defect?) -> FaultyQueue {
        func make() -> FaultyQueue { FaultyQueue(in: domain, defect, isMain: true) }
        if defect == .mainQueueIsMadeAnew { return make() }
        return domain.main.withLock { main in
            let queue = main ?? make()
            main = queue
            return queue
        }
    }

    /// ``ofTask`` as callers see it.
    static func current(in domain: FixtureDomain, _ defect: Defect?) -> FaultyQueue? {
        switch defect {
        case .hasNoCurrent: nil
        case .currentReachesOutside: ofTask ?? domain.change { $0.populated.first }
        case .mainThreadHasNoCurrent: ofTask
        default: ofTask ?? (MainThread.isCurrent ? main(in: domain, defect) : nil)
        }
    }

    /// Where the next operation runs; nil for a thread of its own.
    var target: DispatchQueue? {
        if isMain {
            if defect == .mainQueueTakesUnderlyingQueue, let queue = currentUnderlyingQueue { return queue }
            return defect == .mainQueueRunsElsewhere ? nil : .main
        }
        return switch defect {
        case .underlyingQueueIsIgnored: nil
        case .firstUnderlyingQueueIsKept: firstUnderlyingQueue ?? currentUnderlyingQueue
        default: currentUnderlyingQueue
        }
    }

    /// Starts an operation on a thread of its own, or on a dispatch queue.
    static func start(_ operation: FaultyOperation, on target: DispatchQueue?) {
        if target != nil, ofTask?.defect == .underlyingQueueIsHogged { return operation.startFromQueue() }
        WorkerThread.start(on: target) { operation.startFromQueue() }
    }

    /// The dispatch queue that operations run on.
    ///
    /// - Precondition: The queue is empty (rule 10.4), and it isn't the main dispatch queue (rule 10.5).
    var underlyingQueue: DispatchQueue? {
        get { domain.read { currentUnderlyingQueue } }
        set {
            if let newValue, MainThread.runs(newValue), defect != .mainDispatchQueueIsTaken {
                stop("10.5", "the main dispatch queue is set as underlying queue")
            }
            let isEmpty = domain.read { currentOperations.isEmpty }
            if !isEmpty && defect != .underlyingQueueIsSetWhileFull {
                stop("10.4", "an underlying queue is set while operations are in the queue")
            }
            domain.change { _ in
                firstUnderlyingQueue = newValue.map { firstUnderlyingQueue ?? $0 }
                currentUnderlyingQueue = newValue
            }
        }
    }

    public func setTotalUnitCount(_ count: Int64) {
        domain.read {
            if defect == .raisedTotalStartsAnew && count > currentProgress.totalUnitCount {
                currentProgress = QueueProgress()
            }
            currentProgress.totalUnitCount = count
        }
    }

    public var workProgress: QueueProgress { domain.read { currentProgress } }

    /// Counts an operation, if a total is set.
    func countProgress() {
        let (total, done) = (currentProgress.totalUnitCount, currentProgress.completedUnitCount)
        if total > 0 || defect == .progressCountsUnasked {
            currentProgress = QueueProgress(totalUnitCount: total, completedUnitCount: done + 1)
        }
    }
}

extension Defect {
    static let mainQueueIsMadeAnew = Defect(
        "mainQueueIsMadeAnew", .queueProperties, "there is another main queue each time that it is asked for",
        caughtBy: "10.2", "10.3")
    static let hasNoCurrent = Defect(
        "hasNoCurrent", .queueProperties, "current is nil inside operations, too",
        caughtBy: "10.1", "10.2", "11.2")
    static let currentReachesOutside = Defect(
        "currentReachesOutside", .queueProperties,
        "outside of any operation current is a queue that holds some", caughtBy: "10.2")
    static let mainThreadHasNoCurrent = Defect(
        "mainThreadHasNoCurrent", .queueProperties,
        "outside of any operation current is nil on the main thread, too", caughtBy: "10.2")
    static let mainQueueRunsElsewhere = Defect(
        "mainQueueRunsElsewhere", .queueProperties, "the main queue runs its operations on other threads",
        caughtBy: "10.3")
    static let underlyingQueueIsIgnored = Defect(
        "underlyingQueueIsIgnored", .queueProperties,
        "operations don't run on the underlying queue that is set", caughtBy: "10.4", "10.8")
    static let underlyingQueueIsHogged = Defect(
        "underlyingQueueIsHogged", .queueProperties,
        "what starts from inside an operation runs there, in that one's place on the underlying queue",
        caughtBy: "10.4")
    static let mainDispatchQueueIsTaken = Defect(
        "mainDispatchQueueIsTaken", .queueProperties, "the main dispatch queue is taken as underlying queue",
        caughtBy: "10.5")
    static let mainQueueTakesUnderlyingQueue = Defect(
        "mainQueueTakesUnderlyingQueue", .queueProperties, "the main queue's underlying queue can be changed",
        caughtBy: "10.3")
    static let underlyingQueueIsSetWhileFull = Defect(
        "underlyingQueueIsSetWhileFull", .queueProperties,
        "an underlying queue can be set while operations are in the queue", caughtBy: "10.4")
    static let progressCountsUnasked = Defect(
        "progressCountsUnasked", .barriers, "progress counts though no total is set", caughtBy: "11.5")
    static let raisedTotalStartsAnew = Defect(
        "raisedTotalStartsAnew", .barriers, "raising the total forgets what has been completed",
        caughtBy: "11.12")
    static let firstUnderlyingQueueIsKept = Defect(
        "firstUnderlyingQueueIsKept", .queueProperties,
        "operations go on running on an underlying queue that another has replaced", caughtBy: "10.8")
}
