/// Who waits for a process to have been quiescent for some time, and who has waited long enough.
struct QuiescenceWaits<Waiter> {
    private struct Wait {
        let waiter: Waiter
        let needed: UInt64
        let begin: UInt64
    }

    private var waits: [Wait] = []

    var isEmpty: Bool { waits.isEmpty }

    /// `waiter` waits from now on, in nanoseconds of the monotonic clock.
    mutating func add(_ waiter: Waiter, needs nanoseconds: UInt64, from now: UInt64) {
        waits.append(Wait(waiter: waiter, needed: nanoseconds, begin: now))
    }

    /// Takes out those whose wait is over, as the process was quiescent from `begin` to `end`: of several, those that
    /// need the shortest. They may let the others go on; so a check that itself waits for less than what calls it
    /// hung is let go in time, however late the sample is taken.
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

    /// Takes out all.
    mutating func takeAll() -> [Waiter] {
        defer { waits = [] }
        return waits.map(\.waiter)
    }
}
