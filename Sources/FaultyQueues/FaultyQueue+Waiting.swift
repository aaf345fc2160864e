internal import ConcurrencyPrimitives
internal import Operations

/// A waiter for a queue to be empty.
struct QueueWaiter: Sendable {
    let waiter: Waiter
    /// Of the operations that were in the queue when the wait began, those that still are; only
    /// `Defect.waitingIsForThosePresent` asks.
    var remaining: Set<FaultyOperation>
}

/// What a queue is asked.
extension FaultyQueue {
    public func waitUntilAllOperationsAreFinished() async {
        await Self.leavingSlot { await awaitEmptiness() }
    }

    private func awaitEmptiness() async {
        await suspend { resumption in
            if defect == .waiterAfterLastEnd {
                if domain.read({ currentOperations.isEmpty }) { return resumption.resume() }
                return domain.read {
                    waiters.append(QueueWaiter(waiter: .task(resumption), remaining: []))
                }
            }
            if !enlist(.task(resumption)) { resumption.resume() }
        }
    }

    /// Keeps a waiter, unless the queue is empty. Returns whether it was kept.
    func enlist(_ waiter: Waiter) -> Bool {
        domain.read {
            let isWaited =
                currentOperations.contains { !$0.isBarrier || defect != .barrierIsNotWaitedFor }
                || (defect == .waitingForNewWaits && addedCount == 0)
            if isWaited {
                waiters.append(QueueWaiter(waiter: waiter, remaining: Set(currentOperations)))
            }
            return isWaited
        }
    }

    public func dependencyCycle() async -> [FaultyOperation]? {
        domain.read {
            defect == .namesCycleBackwards ? currentCycle?.reversed() : currentCycle
        }
    }

    /// A cycle that operations of this queue are in or wait for.
    ///
    /// What waits for nothing can't be in a cycle, nor, then, what waits for such operations only. When no
    /// more can be ruled out, each that remains waits for one that remains: walk until one comes again.
    private var currentCycle: [FaultyOperation]? {
        var suspects = Set(currentOperations)
        while case let more = suspects.union(suspects.flatMap(\.currentObstacles)), more != suspects {
            suspects = more
        }
        while case let fewer = suspects.filter({ !suspects.isDisjoint(with: $0.currentObstacles) }),
            fewer != suspects
        {
            suspects = fewer
        }
        guard var operation = currentOperations.first(where: suspects.contains) ?? suspects.first else {
            return nil
        }
        var path: [FaultyOperation] = []
        while true {
            if let start = path.firstIndex(of: operation) { return Array(path[start...]) }
            path.append(operation)
            guard let next = operation.currentObstacles.first(where: suspects.contains) else { return nil }
            operation = next
        }
    }
}

extension Defect {
    static let waiterAfterLastEnd = Defect(
        race: "waiterAfterLastEnd", .waiting,
        "who begins to wait for all while the last one ends is never woken", caughtBy: "9.3")
    static let barrierIsNotWaitedFor = Defect(
        "barrierIsNotWaitedFor", .barriers, "waiting for a queue leaves out its barriers", caughtBy: "11.2")
    static let waitingForNewWaits = Defect(
        "waitingForNewWaits", .waiting, "waiting for a queue that never held anything does not return",
        caughtBy: "9.2")
    static let namesCycleBackwards = Defect(
        "namesCycleBackwards", .cycles, "a cycle is named against the direction of waiting", caughtBy: "4.7")
}
