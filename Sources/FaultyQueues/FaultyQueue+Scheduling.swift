private import ConcurrencyPrimitives
private import Operations

/// Who gets a slot, and when it comes back.
extension FaultyQueue {
    /// Gives slots to ready operations, the highest priority first, while there are any.
    func startWhatCanStart(_ change: inout Change) {
        let startsAnyway =
            defect == .suspensionSparesAdded
            || defect == .barrierIgnoresSuspension && currentOperations.first?.isBarrier == true
        if isCurrentlySuspended && !startsAnyway { return }
        if isAttended { return }
        if race == .limitLooksBeforeStart {
            if change.startLimit > 0 && canStart { change.admissions.append(self) }
            return
        }
        if mayHoldCycle {
            mayHoldCycle = currentOperations.contains(where: \.waitsForItself)
            if mayHoldCycle { return }
        }
        if defect == .eventLooksAtAll { for operation in currentOperations { operation.didChange() } }
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
        change.starts.append((operation, place))
        return true
    }

    /// Whether an operation waits that could start, and a slot is free.
    var canStart: Bool {
        !isCurrentlySuspended && slotsInUse < slots
            && ready.values.contains { $0.contains(where: \.isCurrentlyReady) }
    }

    /// Whether an operation waits, ready or not.
    var holdsWaiting: Bool { currentOperations.contains(where: \.isWaiting) }

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
        let processors = ProcessorCount.available
        // Who waits inside an operation leaves its slot to others (rule 6.10).
        return defect == .waitingKeepsSlot ? processors : max(16, processors) + waitingInside
    }

    /// Removes the next operation to start from the ready ones; nil if there is none.
    private func takeNext() -> FaultyOperation? {
        for level in levels {
            if let next = next(of: ready[level, default: []], at: level) {
                let operation = ready[level, default: []][next]
                operation.isWaiting = false
                reconsider(operation)
                return operation
            }
            if defect == .unreadyHoldsUpLowerLevels && waitingCounts[level, default: 0] > 0 { return nil }
        }
        return nil
    }

    /// The place of the operation that starts first of a level's ready ones.
    private func next(of operations: [FaultyOperation], at level: QueuePriority) -> Int? {
        switch defect {
        case .lastAddedFirst where currentLimit == 1:
            operations.lastIndex { $0.isCurrentlyReady }
        case .unreadyHoldsUpSerialQueue where currentLimit == 1 && !isFirstReady(at: level):
            nil
        case .suspensionSparesAdded where isCurrentlySuspended:
            operations.firstIndex { $0.isCurrentlyReady && !$0.wasAddedWhileSuspended }
        case .readyInOrderOfAdding where !operations.isEmpty:
            currentOperations.lazy.compactMap { operations.firstIndex(of: $0) }.first
        default: operations.firstIndex { $0.isCurrentlyReady }
        }
    }

    /// Whether of those that wait at a level the one that was added first is ready.
    private func isFirstReady(at level: QueuePriority) -> Bool {
        currentOperations.first { $0.isWaiting && self.level(of: $0) == level }?.isCurrentlyReady ?? false
    }

    /// The levels of priority in the order in which they are served.
    private var levels: [QueuePriority] {
        defect == .lowestPriorityFirst ? QueuePriority.allCases : QueuePriority.allCases.reversed()
    }

    private func level(of operation: FaultyOperation) -> QueuePriority {
        switch defect {
        case .priorityIsIgnored: .normal
        case .priorityCountsAsAdded: operation.priorityWhenAdded
        case .extremePrioritiesAreClamped: min(.high, max(.low, operation.currentPriority))
        case .qualityOutranksPriority: operation.priorityOfQuality ?? operation.currentPriority
        default: operation.currentPriority
        }
    }

    /// Lists the operation among the ready ones as long as it waits and is ready.
    func reconsider(_ operation: FaultyOperation) {
        if defect == .cycleBlocksQueue && operation.waitsForItself { mayHoldCycle = true }
        let waitingLevel = operation.isWaiting ? level(of: operation) : nil
        if waitingLevel != operation.waitingLevel {
            if let last = operation.waitingLevel { waitingCounts[last, default: 0] -= 1 }
            if let waitingLevel { waitingCounts[waitingLevel, default: 0] += 1 }
            operation.waitingLevel = waitingLevel
        }
        let level = operation.isCurrentlyReady && !isHeldByBarrier(operation) ? waitingLevel : nil
        guard level != operation.listedLevel else { return }
        if let listed = operation.listedLevel { ready[listed]?.removeAll { $0 === operation } }
        if let level { ready[level, default: []].append(operation) }
        operation.listedLevel = level
    }

    /// Takes the operation out of the queue, and its slot back.
    func leave(_ operation: FaultyOperation, _ change: inout Change) {
        guard let index = currentOperations.firstIndex(of: operation) else { return }
        if defect == .endBeforeStartKeepsPlace && operation.isWaiting { return }
        if defect == .endBeforeStartTakesSlot && operation.isWaiting { slotsInUse += 1 }
        currentOperations.remove(at: index)
        operation.queue = nil
        operation.isWaiting = false
        reconsider(operation)
        takeSlot(of: operation, &change)
        passBarriers(operation)
        change.waiters += takeWaiters(after: operation)
        if currentOperations.isEmpty && defect != .emptiedQueueIsKept {
            change.populated.removeAll { $0 === self }
        }
    }

    func takeSlot(of operation: FaultyOperation, _ change: inout Change) {
        guard operation.hasSlot else { return }
        operation.hasSlot = false
        if defect == .cancelledKeepsSlot && currentLimit == 2 && operation.isCurrentlyCancelled { return }
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
