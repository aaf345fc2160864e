private import ConcurrencyPrimitives
private import Operations

/// Which operation gets a slot, and when.
extension FaultyQueue {
    /// Gives slots to ready operations, the highest priority first, while there are any.
    func startWhatCanStart(_ change: inout Change) {
        lookAtCrowd(&change)
        let startsAnyway =
            defect == .suspensionSparesAdded
            || defect == .barrierIgnoresSuspension && currentOperations.first?.isBarrier == true
        if isCurrentlySuspended && !startsAnyway { return }
        if isAttended { return }
        if defect == .limitLooksBeforeStart {
            if change.startLimit > 0 && canStart { change.admissions.append(self) }
            return
        }
        if mayHoldCycle {
            mayHoldCycle = currentOperations.contains(where: \.waitsForItself)
            if mayHoldCycle { return }
        }
        if defect == .eventLooksAtAll { for operation in currentOperations { operation.didChange() } }
        if readyCount == 0 { return }
        let slots = slots - slotsTakenInLine
        var started = 0
        while takenSlots < slots, started < change.startLimit, startNext(&change) {
            started += 1
            if defect == .oneStartAnEvent { return }
        }
    }

    /// Gives the next operation a slot. Returns whether one is ready.
    @discardableResult
    func startNext(_ change: inout Change) -> Bool {
        guard let operation = takeNext() else { return false }
        if domain.line.letTakeTurnLater(operation, &change) { return true }
        if defect == .executingFallsWithNextStart { lastEnded?.isCurrentlyExecuting = false }
        operation.hasSlot = true
        slotsInUse += 1
        change.starts.append((operation, target))
        return true
    }

    /// Whether an operation waits that could start, and a slot is free.
    var canStart: Bool {
        !isCurrentlySuspended && takenSlots < slots
            && ready.values.contains { $0.contains(where: mayStart) }
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
        case .limitIsOpenOnUnderlyingQueue where currentLimit > 0 && target != nil: break
        case .cycleTakesSlots where currentLimit > 0:
            return currentLimit - currentOperations.count { $0.waitsForItself }
        default: if currentLimit >= 0 { return currentLimit }
        }
        let processors = ProcessorCount.available
        // An operation that waits inside leaves its slot to others (rule 6.10). Who is blocked isn't known, so there is a slot
        // for each that may be (rule 6.12).
        return switch defect {
        case .waitingKeepsSlot: processors
        case .returnCounter: processors + 1 + waitingInside
        case .replacesFewBlocked: max(16, processors) + waitingInside
        default: max(64, processors) + waitingInside
        }
    }

    /// How many slots are taken. At −1 not those whose `start` has returned (rule 6.11).
    private var takenSlots: Int {
        currentLimit < 0 && defect != .returnedKeepsSlot ? slotsInUse - returnedCount : slotsInUse
    }

    /// The operation has returned from `start`.
    func noteReturn(of operation: FaultyOperation) {
        if defect == .returnCounter {
            let count = domain.read { operation.hasSlot ? returnedCount : nil }
            domain.change { _ in
                guard let count, operation.hasSlot else { return }
                operation.isReturned = true
                returnedCount = count + 1
            }
            return
        }
        domain.change { _ in
            guard operation.hasSlot, !operation.isReturned else { return }
            operation.isReturned = true
            returnedCount += 1
        }
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

    /// The index of the operation that starts first of a level's ready ones.
    private func next(of operations: [FaultyOperation], at level: QueuePriority) -> Int? {
        switch defect {
        case .lastAddedFirst where currentLimit == 1:
            operations.lastIndex(where: mayStart)
        case .unreadyHoldsUpSerialQueue where currentLimit == 1 && !isFirstReady(at: level):
            nil
        case .suspensionSparesAdded where isCurrentlySuspended:
            operations.firstIndex { mayStart($0) && !$0.wasAddedWhileSuspended }
        case .readyInOrderOfAdding where !operations.isEmpty:
            currentOperations.lazy.compactMap { operations.firstIndex(of: $0) }.first {
                mayStart(operations[$0])
            }
        default: operations.firstIndex(where: mayStart)
        }
    }

    private func mayStart(_ operation: FaultyOperation) -> Bool {
        operation.isCurrentlyReady && !operation.extras.isOverlooked && domain.line.isTurn(of: operation)
    }

    /// Whether of those that wait at a level the one that was added first is ready.
    private func isFirstReady(at level: QueuePriority) -> Bool {
        currentOperations.first { $0.isWaiting && self.level(of: $0) == level }?.isCurrentlyReady ?? false
    }

    /// The levels of priority in the order in which they are served.
    private var levels: [QueuePriority] {
        defect == .lowestPriorityFirst ? QueuePriority.all : QueuePriority.all.reversed()
    }

    private func level(of operation: FaultyOperation) -> QueuePriority {
        switch defect {
        case .priorityIsIgnored: .normal
        case .priorityCountsAsAdded: operation.priorityWhenAdded
        case .extremePrioritiesAreClamped:
            QueuePriority(level: min(3, max(1, operation.currentPriority.level)))
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
        unlist(operation)
        if let level {
            ready[level, default: []].append(operation)
            readyCount += 1
        }
        operation.listedLevel = level
    }

    /// Takes the operation out of the ready ones, if it is there.
    func unlist(_ operation: FaultyOperation) {
        guard let listed = operation.listedLevel else { return }
        ready[listed]?.removeAll { $0 === operation }
        readyCount -= 1
        operation.listedLevel = nil
    }
}

extension Defect {
    static let suspensionSparesAdded = Defect(
        "suspensionSparesAdded", .suspension, "what was added before the suspension goes on starting",
        caughtBy: "7.1")
    static let barrierIgnoresSuspension = Defect(
        "barrierIgnoresSuspension", .barriers,
        "a barrier that is added to an empty queue starts though that is suspended", caughtBy: "11.2")
    static let limitLooksBeforeStart = Defect(
        race: "limitLooksBeforeStart", .concurrencyLimit,
        "two threads that look for the same free slot both take it", caughtBy: "6.1")
    static let eventLooksAtAll = Defect(
        "eventLooksAtAll", .dependencyOrdering,
        "every event looks at every operation in the queue, and at what waits for it", caughtBy: "3.15",
        "3.17")
    static let oneStartAnEvent = Defect(
        "oneStartAnEvent", .concurrencyLimit,
        "an event starts one operation at most, also when more slots are free",
        caughtBy: "4.3", "6.3", "6.9", "7.4")
    static let oneSlotTooMany = Defect(
        "oneSlotTooMany", .concurrencyLimit, "a limit of 2 or more is exceeded by one",
        caughtBy: "1.13", "6.1", "6.4", "6.14", "6.15", "7.4")
    static let overlapsOnlyTwo = Defect(
        "overlapsOnlyTwo", .concurrencyLimit, "no more than two operations overlap, whatever the limit",
        caughtBy: "6.7", "6.9", "6.15")
    static let limitIsOpenOnUnderlyingQueue = Defect(
        "limitIsOpenOnUnderlyingQueue", .concurrencyLimit,
        "with an underlying queue, that alone decides how many operations execute",
        caughtBy: "6.14", "10.4")
    static let zeroIsUnlimited = Defect(
        "zeroIsUnlimited", .concurrencyLimit, "a limit of 0 lets the queue decide", caughtBy: "6.4", "6.5",
        "8.8", "12.16", "12.28")
    static let cycleTakesSlots = Defect(
        "cycleTakesSlots", .cycles, "each member of a cycle takes a slot while it waits",
        caughtBy: "4.2", "4.3")
    static let waitingKeepsSlot = Defect(
        "waitingKeepsSlot", .boundedWaiting,
        "at a limit of -1 there is a slot a processor, also for operations that wait for others",
        caughtBy: "6.10", "6.12", "6.13")
    static let returnedKeepsSlot = Defect(
        "returnedKeepsSlot", .concurrencyLimit,
        "at a limit of -1 an operation whose start has returned keeps its slot until it has finished",
        caughtBy: "6.11")
    static let replacesFewBlocked = Defect(
        "replacesFewBlocked", .concurrencyLimit,
        "at a limit of -1 there are 16 slots, also for blocked bodies",
        caughtBy: "6.12")
    static let returnCounter = Defect(
        race: "returnCounter", .concurrencyLimit,
        "those whose start has returned are counted by a load and a store: one of two that return is lost",
        caughtBy: "6.11")
    static let unreadyHoldsUpLowerLevels = Defect(
        "unreadyHoldsUpLowerLevels", .priorityOrder,
        "an operation that is not ready holds up those of lower priority", caughtBy: "1.18", "5.3", "11.1",
        "12.20")
    static let lastAddedFirst = Defect(
        "lastAddedFirst", .priorityOrder, "at limit 1 the last added of equal priority starts first",
        caughtBy: "2.17", "5.1", "5.6", "5.11")
    static let unreadyHoldsUpSerialQueue = Defect(
        "unreadyHoldsUpSerialQueue", .priorityOrder,
        "at limit 1 an operation that is not ready holds up later ones of its priority",
        caughtBy: "1.18", "3.4", "4.2", "5.3", "10.8", "12.11")
    static let readyInOrderOfAdding = Defect(
        "readyInOrderOfAdding", .priorityOrder,
        "of the ready operations of a level the one that was added first starts first", caughtBy: "5.6")
    static let lowestPriorityFirst = Defect(
        "lowestPriorityFirst", .priorityOrder, "the lowest priority starts first",
        caughtBy: "5.2", "5.4", "5.7", "7.4")
    static let priorityIsIgnored = Defect(
        "priorityIsIgnored", .priorityOrder,
        "operations start in the order of adding, whatever their priority",
        caughtBy: "5.2", "5.4", "5.7", "7.4")
    static let priorityCountsAsAdded = Defect(
        "priorityCountsAsAdded", .priorityOrder,
        "the priority that an operation had when it was added counts", caughtBy: "5.4")
    static let extremePrioritiesAreClamped = Defect(
        "extremePrioritiesAreClamped", .priorityOrder,
        "the highest and the lowest level count as their neighbours", caughtBy: "5.2", "5.4", "5.7")
    static let qualityOutranksPriority = Defect(
        "qualityOutranksPriority", .qualityOfService,
        "an operation's quality of service counts in place of its priority", caughtBy: "5.4", "5.7")
    static let cycleBlocksQueue = Defect(
        "cycleBlocksQueue", .cycles, "nothing in a queue starts while it holds a cycle",
        caughtBy: "3.17", "4.2", "4.3")
}
