private import ConcurrencyPrimitives

/// Keeps when each operation of one run began, each in a word of its own, so that operations don't wait for each
/// other to write it down.
///
/// `@unchecked Sendable`: the address never changes, and what it points to is atomic.
final class LatencyLog: @unchecked Sendable {
    /// One more than the latency; 0 where the operation hasn't run.
    private let slots: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int
    private let repeated = Atomic<Int>(0)

    init(count: Int) {
        self.count = count
        slots = .allocate(capacity: max(count, 1))
        for index in 0..<count { (slots + index).initialize(to: Atomic(0)) }
    }

    deinit {
        slots.deinitialize(count: count)
        slots.deallocate()
    }

    /// The work of the operation number `index`: notes how long after the time `due` it began.
    func record(_ index: Int, due: UInt64) {
        let now = MonotonicClock.now
        let latency = now > due ? now - due : 0
        if slots[index].exchange(latency + 1) != 0 { repeated.adding(1) }
    }

    /// What went wrong; nil if every operation ran once, and in the order of adding where that is asked for.
    ///
    /// - Parameter dueTimes: When each operation was due, if no operation may begin before one that was added
    ///   earlier; nil if the order is free.
    func violation(ordered dueTimes: [UInt64]?) -> String? {
        let missing = (0..<count).count { slots[$0].load() == 0 }
        let repeated = repeated.load()
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(count) operations had not run") }
        if repeated > 0 { problems.append("operations ran \(repeated) times more often than once") }
        if missing == 0, let dueTimes {
            let starts = zip(dueTimes, latencies).map { $0 + $1 }
            let overtakings = zip(starts, starts.dropFirst()).count { $0 > $1 }
            if overtakings > 0 {
                problems.append("\(overtakings) operations ran after one that was added later")
            }
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// In the order of adding. Ask only when each has run.
    var latencies: [UInt64] { (0..<count).map { slots[$0].load() - 1 } }
}
