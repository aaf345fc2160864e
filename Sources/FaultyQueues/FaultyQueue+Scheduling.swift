private import Operations

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// Who gets a slot, and when it comes back.
extension FaultyQueue {
    /// Gives slots to ready operations, the highest priority first, while there are any.
    func startWhatCanStart(_ change: inout Change) {
        if isCurrentlySuspended && defect != .suspensionSparesAdded { return }
        if isAttended { return }
        if race == .limitLooksBeforeStart {
            if change.startLimit > 0 && canStart { change.admissions.append(self) }
            return
        }
        if defect == .cycleBlocksQueue && currentOperations.contains(where: \.waitsForItself) { return }
        let slots = slots
        var started = 0
        while slotsInUse < slots, started < change.startLimit, startNext(&change) {
            started += 1
            if defect == .oneStartAnEvent { return }
        }
    }

    /// Gives the next operation a slot. Returns whether one is ready.
    @discardableResult
    func startNext(_ change: inout Change) -> Bool {
        guard let operation = takeNext() else { return false }
        if defect == .executingFallsWithNextStart { lastEnded?.isCurrentlyExecuting = false }
        operation.hasSlot = true
        slotsInUse += 1
        change.starts.append(operation)
        return true
    }

    /// Whether an operation waits that could start, and a slot is free.
    var canStart: Bool {
        !isCurrentlySuspended && slotsInUse < slots
            && waiting.values.contains { $0.contains(where: \.isCurrentlyReady) }
    }

    /// Whether an operation waits, ready or not.
    var holdsWaiting: Bool { waiting.values.contains { !$0.isEmpty } }

    /// How many operations may have a slot at once. With −1 the queue decides: at least the number of
    /// processors (rule 6.2).
    private var slots: Int {
        switch defect {
        case .oneSlotTooMany where currentLimit > 1: return currentLimit + 1
        case .overlapsOnlyTwo where currentLimit > 2: return 2
        case .zeroIsUnlimited where currentLimit == 0: break
        case .cycleTakesSlots where currentLimit > 0:
            return currentLimit - currentOperations.count { $0.waitsForItself }
        default: if currentLimit >= 0 { return currentLimit }
        }
        return max(16, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Removes the next operation to start from those that wait; nil if none is ready.
    private func takeNext() -> FaultyOperation? {
        for level in levels {
            guard let operations = waiting[level], !operations.isEmpty else { continue }
            let next =
                switch defect {
                case .lastAddedFirst where currentLimit == 1:
                    operations.lastIndex { $0.isCurrentlyReady }
                case .unreadyHoldsUpSerialQueue where currentLimit == 1:
                    operations[0].isCurrentlyReady ? 0 : nil
                case .suspensionSparesAdded where isCurrentlySuspended:
                    operations.firstIndex { $0.isCurrentlyReady && !$0.wasAddedWhileSuspended }
                default: operations.firstIndex { $0.isCurrentlyReady }
                }
            if let next { return waiting[level, default: []].remove(at: next) }
            if defect == .unreadyHoldsUpLowerLevels { return nil }
        }
        return nil
    }

    /// The levels of priority in the order in which they are served.
    private var levels: [QueuePriority] {
        defect == .lowestPriorityFirst ? QueuePriority.allCases : QueuePriority.allCases.reversed()
    }

    private func level(of operation: FaultyOperation) -> QueuePriority {
        switch defect {
        case .priorityIsIgnored: .normal
        case .extremePrioritiesAreClamped: min(.high, max(.low, operation.currentPriority))
        default: operation.currentPriority
        }
    }

    func appendWaiting(_ operation: FaultyOperation) {
        waiting[level(of: operation), default: []].append(operation)
    }

    /// Returns whether the operation was waiting.
    func removeWaiting(_ operation: FaultyOperation) -> Bool {
        guard let index = waiting[level(of: operation)]?.firstIndex(of: operation) else { return false }
        waiting[level(of: operation)]?.remove(at: index)
        return true
    }

    /// Takes the operation out of the queue, and its slot back.
    func leave(_ operation: FaultyOperation, _ change: inout Change) {
        guard let index = currentOperations.firstIndex(of: operation) else { return }
        currentOperations.remove(at: index)
        operation.queue = nil
        if operation.hasSlot { takeSlot(of: operation, &change) } else { _ = removeWaiting(operation) }
        change.waiters += takeWaiters(after: operation)
        if currentOperations.isEmpty && defect != .emptiedQueueIsKept {
            change.populated.removeAll { $0 === self }
        }
    }

    func takeSlot(of operation: FaultyOperation, _ change: inout Change) {
        guard operation.hasSlot else { return }
        operation.hasSlot = false
        if defect == .cancelledKeepsSlot && currentLimit > 1 && operation.isCurrentlyCancelled { return }
        if race == .slotCounter { return change.freedSlots.append(self) }
        slotsInUse -= 1
    }

    /// The waiters of the queue that needn't wait any longer now that `operation` has left.
    private func takeWaiters(after operation: FaultyOperation) -> [Waiter] {
        for index in waiters.indices { waiters[index].remaining.remove(operation) }
        let isOver = { [defect, currentOperations] (waiting: QueueWaiter) in
            defect == .waitingIsForThosePresent ? waiting.remaining.isEmpty : currentOperations.isEmpty
        }
        defer { waiters.removeAll(where: isOver) }
        return waiters.filter(isOver).map(\.waiter)
    }
}
