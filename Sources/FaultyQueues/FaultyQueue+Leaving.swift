private import ConcurrencyPrimitives
private import Operations

/// What leaves a queue, and what that sets free.
extension FaultyQueue {
    /// Takes the operation out of the queue, and its slot back.
    func leave(_ operation: FaultyOperation, _ change: inout Change) {
        guard let index = currentOperations.firstIndex(of: operation) else { return }
        if defect == .endBeforeStartKeepsPlace && operation.isWaiting { return }
        if defect == .endBeforeStartTakesSlot && operation.isWaiting { slotsInUse += 1 }
        currentOperations.remove(at: index)
        operation.queue = nil
        operation.formerQueue = self
        if defect == .cancelledKeepsItself && operation.isCurrentlyCancelled {
            operation.extras.itself = operation
        }
        if defect == .releasesUnderLock { lastEnded = operation }
        operation.isWaiting = false
        reconsider(operation)
        takeSlot(of: operation, &change)
        noteEnd(of: operation, &change)
        noteFinish(of: operation, &change)
        passBarriers(operation)
        change.waiters += takeWaiters(after: operation)
        if currentOperations.isEmpty && defect != .emptiedQueueIsKept {
            change.populated.removeAll { $0 === self }
        }
    }

    /// An operation that got a slot can't begin: a dependency was added since. It waits again.
    func takeBack(_ operation: FaultyOperation, _ change: inout Change) {
        takeSlot(of: operation, &change)
        operation.isWaiting = true
        reconsider(operation)
    }

    func takeSlot(of operation: FaultyOperation, _ change: inout Change) {
        guard operation.hasSlot else { return }
        operation.hasSlot = false
        if operation.isReturned {
            operation.isReturned = false
            returnedCount -= 1
        }
        if defect == .cancelledKeepsSlot && currentLimit == 2 && operation.isCurrentlyCancelled { return }
        if defect == .slotCounter { return change.freedSlots.append(self) }
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

extension Defect {
    static let releasesUnderLock = Defect(
        "releasesUnderLock", .membership,
        "an operation that has ended is released under its queue's lock when another ends", caughtBy: "8.11",
        "8.13")
    static let endBeforeStartKeepsPlace = Defect(
        "endBeforeStartKeepsPlace", .lifeCycle,
        "an operation that announced its end before its start never leaves the queue", caughtBy: "1.17")
    static let endBeforeStartTakesSlot = Defect(
        "endBeforeStartTakesSlot", .lifeCycle,
        "an operation that announced its end before its start costs a slot", caughtBy: "1.17")
    static let emptiedQueueIsKept = Defect(
        "emptiedQueueIsKept", .membership, "a queue that held something is never released", caughtBy: "8.8",
        "8.11", "8.12")
    static let cancelledKeepsItself = Defect(
        "cancelledKeepsItself", .membership, "a cancelled operation is never released",
        caughtBy: "8.11")
    static let cancelledKeepsSlot = Defect(
        "cancelledKeepsSlot", .cancellationFinishing,
        "at a limit of 2 the slot of a cancelled operation is not given on", caughtBy: "2.15")
    static let slotCounter = Defect(
        race: "slotCounter", .concurrencyLimit,
        "slots are counted down by a load and a store: one of two that come free is lost", caughtBy: "6.9")
    static let waitingIsForThosePresent = Defect(
        "waitingIsForThosePresent", .waiting, "waiting for a queue does not include what is added meanwhile",
        caughtBy: "9.3")
}
