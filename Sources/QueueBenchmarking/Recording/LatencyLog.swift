private import ConcurrencyPrimitives

/// Records when each operation of one run began, each in its own word, so that operations don't contend.
///
/// `@unchecked Sendable`: the address never changes, and what it points to is atomic.
final class LatencyLog: Ledger, @unchecked Sendable {
    /// The latency plus one; 0 if the operation hasn't run.
    private let slots: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int
    private let repeated = Atomic<Int>(0)
    /// For operations that depend on another one: first the time at which that one ended, then the delay from there
    /// to the start of this one. Nil if there are no dependencies.
    private let ends: UnsafeMutablePointer<Atomic<UInt64>>?
    private let early = Atomic<Int>(0)

    /// When each operation was due, if operations must begin in the order of adding.
    private let order: [UInt64]?

    /// - Parameter order: When each operation is due, from any origin, if operations must begin in the order of
    ///   adding; nil if the order is free.
    /// - Parameter isHandover: Whether each operation depends on another one, whose work is ``end(_:)``.
    init(count: Int, order: [UInt64]? = nil, isHandover: Bool = false) {
        self.count = count
        self.order = order
        slots = LatencyLog.words(count)
        ends = isHandover ? LatencyLog.words(count) : nil
    }

    private static func words(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: max(count, 1))
        for index in 0..<count { (words + index).initialize(to: Atomic(0)) }
        return words
    }

    deinit {
        for words in [slots, ends].compactMap(\.self) {
            words.deinitialize(count: count)
            words.deallocate()
        }
    }

    /// The work of the operation that operation `index` depends on: records when it ended.
    func end(_ index: Int) { ends?[index].store(MonotonicClock.now) }

    /// The work of operation `index`: records how long after `due` it began.
    func record(_ index: Int, due: UInt64) {
        let now = MonotonicClock.now
        if let ends {
            let end = ends[index].load()
            if end == 0 { early.adding(1) }
            ends[index].store(now - min(end, now))
        }
        let latency = now > due ? now - due : 0
        if slots[index].exchange(latency + 1) != 0 { repeated.adding(1) }
    }

    /// What went wrong; nil if every operation ran once, and in the order of adding if that is required.
    func violation(keepsOrder: Bool) -> String? {
        let missing = (0..<count).count { slots[$0].load() == 0 }
        let repeated = repeated.load()
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(count) operations had not run") }
        if repeated > 0 { problems.append("operations ran \(repeated) times more often than once") }
        let early = early.load()
        if early > 0 { problems.append("\(early) operations ran before the one that they depend on") }
        if missing == 0, let order {
            let starts = zip(order, latencies).map { $0 + $1 }
            let overtakings = zip(starts, starts.dropFirst()).count { $0 > $1 }
            problems += OperationLedger.problemsAtLimitOne(overlaps: 0, overtakings: overtakings)
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// The delays from the end of each dependency to the start of its dependent, in the order of adding; nil
    /// without dependencies. Call it only after all have run.
    var handovers: [UInt64]? { ends.map { ends in (0..<count).map { ends[$0].load() } } }

    /// The delays from the due time of each operation to its start, in the order of adding. Call it only after all
    /// have run.
    var latencies: [UInt64] { (0..<count).map { slots[$0].load() - 1 } }
}
