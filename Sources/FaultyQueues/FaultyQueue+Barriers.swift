internal import ConcurrencyPrimitives
internal import Operations

/// What stands between operations of a queue.
extension FaultyQueue {
    public func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
        if defect == .barrierOnEmptyQueueIsUntracked && domain.read({ currentOperations.isEmpty }) {
            return WorkerThread.start(barrier)
        }
        let operation = FaultyOperation(in: domain, defect: defect) { [defect] _ in
            if defect == .barrierHasNoCurrent {
                return FaultyQueue.$ofTask.withValue(nil, operation: barrier)
            }
            barrier()
        }
        operation.isBarrier = true
        add([operation])
    }

    /// Whether a barrier stands before the operation, or if it is one itself, whether anything does.
    func isHeldByBarrier(_ operation: FaultyOperation) -> Bool {
        if barrierCount == 0 { return false }
        if operation.isCurrentlyCancelled && defect != .cancelledWaitsForBarrier { return false }
        if operation.isBarrier {
            let before = currentOperations.lazy.prefix { $0 !== operation }
            switch defect {
            case .barrierDoesNotWait: return false
            case .barrierWaitsForExecutingOnly: return before.contains(where: \.hasSlot)
            case .laterBarrierWaitsForThoseBetween: return Array(before).last.map { !$0.isBarrier } ?? false
            default: return currentOperations.first !== operation
            }
        }
        switch defect {
        case .barrierHoldsNothingBack: return false
        case .barrierIsOpenOnUnderlyingQueue where currentUnderlyingQueue != nil: return false
        case .highPriorityPassesBarrier where operation.currentPriority.level > QueuePriority.normal.level:
            return false
        default:
            return currentOperations.first { $0 === operation || $0.isBarrier }.map { $0 !== operation }
                ?? false
        }
    }

    /// What a barrier has the operation wait for.
    func barrierObstacles(of operation: FaultyOperation) -> [FaultyOperation] {
        if barrierCount == 0 || defect == .cycleThroughBarrierIsUnnamed { return [] }
        let before = currentOperations.prefix { $0 !== operation }
        return operation.isBarrier ? Array(before) : before.filter(\.isBarrier)
    }

    /// Looks again at the operations that one which has left held back.
    func passBarriers(_ operation: FaultyOperation) {
        if barrierCount == 0 { return }
        if operation.isBarrier { barrierCount -= 1 }
        if defect == .cancelledStallsBarrierBehind && operation.isCurrentlyCancelled {
            currentOperations.first(where: \.isBarrier)?.isStuck = true
        }
        for other in currentOperations {
            reconsider(other)
            if looksBehindBarriers { continue }
            // The first barrier may wait for nothing any more, and after a barrier, what stands before the next.
            if other.isBarrier || !operation.isBarrier { return }
        }
    }

    /// Whether an operation that leaves may, with a defect, release more than is to be released.
    private var looksBehindBarriers: Bool {
        switch defect {
        case .leavingLooksBehindBarriers, .barrierWaitsForExecutingOnly, .laterBarrierWaitsForThoseBetween:
            true
        default: false
        }
    }
}

extension Defect {
    static let barrierOnEmptyQueueIsUntracked = Defect(
        "barrierOnEmptyQueueIsUntracked", .barriers, "a barrier that is added to an empty queue just runs",
        caughtBy: "11.1", "11.2", "11.3", "12.10")
    static let barrierHasNoCurrent = Defect(
        "barrierHasNoCurrent", .barriers, "current is nil inside barriers", caughtBy: "11.2")
    static let cancelledWaitsForBarrier = Defect(
        "cancelledWaitsForBarrier", .barriers, "a cancelled operation waits for the barrier before it",
        caughtBy: "11.4")
    static let barrierDoesNotWait = Defect(
        "barrierDoesNotWait", .barriers, "a barrier starts whatever was added before it",
        caughtBy: "11.1", "11.3", "11.4", "11.11")
    static let barrierWaitsForExecutingOnly = Defect(
        "barrierWaitsForExecutingOnly", .barriers,
        "a barrier waits for what executes, and for nothing that waits", caughtBy: "3.17", "11.1", "11.3",
        "11.4", "11.11")
    static let barrierHoldsNothingBack = Defect(
        "barrierHoldsNothingBack", .barriers, "what is added after a barrier starts beside it",
        caughtBy: "11.1", "11.3", "11.4", "11.11")
    static let barrierIsOpenOnUnderlyingQueue = Defect(
        "barrierIsOpenOnUnderlyingQueue", .barriers, "with an underlying queue barriers hold nothing back",
        caughtBy: "11.3")
    static let highPriorityPassesBarrier = Defect(
        "highPriorityPassesBarrier", .barriers, "operations of more than normal priority pass a barrier",
        caughtBy: "11.1")
    static let cycleThroughBarrierIsUnnamed = Defect(
        "cycleThroughBarrierIsUnnamed", .cycles, "a cycle that runs through a barrier is not named",
        caughtBy: "4.7")
    static let cancelledStallsBarrierBehind = Defect(
        "cancelledStallsBarrierBehind", .barriers,
        "a barrier waits for ever for operations that were cancelled", caughtBy: "11.4", "11.11")
    static let laterBarrierWaitsForThoseBetween = Defect(
        "laterBarrierWaitsForThoseBetween", .barriers,
        "a barrier waits only for what was added since the barrier before it", caughtBy: "3.17", "11.11")
    static let leavingLooksBehindBarriers = Defect(
        "leavingLooksBehindBarriers", .dependencyOrdering,
        "every end looks at all operations that barriers hold back", caughtBy: "3.17")
}
