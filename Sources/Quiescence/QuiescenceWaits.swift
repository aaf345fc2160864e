/// Waits for a process to have been quiescent for some time, and which of them are over.
struct QuiescenceWaits<Waiter> {
    private struct Wait {
        let waiter: Waiter
        let needed: UInt64
        let begin: UInt64
    }

    private var waits: [Wait] = []

    var isEmpty: Bool { waits.isEmpty }

    /// Adds a wait that begins now. Times are nanoseconds of the monotonic clock.
    mutating func add(_ waiter: Waiter, needs nanoseconds: UInt64, from now: UInt64) {
        waits.append(Wait(waiter: waiter, needed: nanoseconds, begin: now))
    }

    /// Removes the waits that are over, since the process was quiescent from `begin` to `end`. Of several, only the shortest:
    /// their waiters may end the quiescence for the others. So a check that waits for less than the period after which it is
    /// called hung continues in time, however late the sample is taken.
    mutating func takeOver(quiescentFrom begin: UInt64, to end: UInt64) -> [Waiter] {
        func isOver(_ wait: Wait) -> Bool {
            let begin = max(begin, wait.begin)
            return end >= begin && end - begin >= wait.needed
        }
        guard let shortest = waits.filter(isOver).map(\.needed).min() else { return [] }
        func isTaken(_ wait: Wait) -> Bool { wait.needed == shortest && isOver(wait) }
        defer { waits.removeAll(where: isTaken) }
        return waits.filter(isTaken).map(\.waiter)
    }

    /// Removes all.
    mutating func takeAll() -> [Waiter] {
        defer { waits = [] }
        return waits.map(\.waiter)
    }
}
