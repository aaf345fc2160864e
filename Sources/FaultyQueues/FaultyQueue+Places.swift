internal import ConcurrencyPrimitives
internal import Dispatch
public import Operations
internal import QueueConformance

/// Where operations run, and how far a queue has come.
extension FaultyQueue {
    /// The main queue of a universe.
    static func main(in universe: Universe, _ defect: Defect?) -> FaultyQueue {
        func make() -> FaultyQueue { FaultyQueue(in: universe, defect, nil, isMain: true) }
        if defect == .mainQueueIsMadeAnew { return make() }
        return universe.main.withLock { main in
            let queue = main ?? make()
            main = queue
            return queue
        }
    }

    /// Where the next operation runs; nil for a thread of its own.
    var place: DispatchQueue? {
        if isMain { return defect == .mainQueueRunsElsewhere ? nil : .main }
        return defect == .underlyingQueueIsIgnored ? nil : currentUnderlyingQueue
    }

    /// The dispatch queue that operations run on.
    ///
    /// - Precondition: The queue is empty (rule 10.4), and it isn't the main dispatch queue (rule 10.5).
    var underlyingQueue: DispatchQueue? {
        get { universe.read { currentUnderlyingQueue } }
        set {
            if let newValue, MainThread.runs(newValue), defect != .mainDispatchQueueIsTaken {
                stop("10.5", "the main dispatch queue is set as underlying queue")
            }
            let isEmpty = universe.read { currentOperations.isEmpty }
            if !isEmpty && defect != .underlyingQueueIsSetWhileFull {
                stop("10.4", "an underlying queue is set while operations are in the queue")
            }
            universe.change { _ in currentUnderlyingQueue = newValue }
        }
    }

    public func setTotalUnitCount(_ count: Int64) { universe.read { currentProgress.totalUnitCount = count } }

    public var workProgress: QueueProgress { universe.read { currentProgress } }

    /// Counts an operation, if somebody has set a total.
    func countProgress() {
        let (total, done) = (currentProgress.totalUnitCount, currentProgress.completedUnitCount)
        if total > 0 || defect == .progressCountsUnasked {
            currentProgress = QueueProgress(totalUnitCount: total, completedUnitCount: done + 1)
        }
    }
}
