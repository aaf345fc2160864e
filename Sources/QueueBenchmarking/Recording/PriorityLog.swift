private import ConcurrencyPrimitives

/// Keeps when operations of low and high priority were added and began, and tells whether the queue put the high ones
/// first.
///
/// A queue that is held back at any moment still does: while one of high priority waits, no more of low priority begin
/// than had been chosen before it was added, and those fill the limit at most.
///
/// `@unchecked Sendable`: the addresses never change, and what they point to is atomic.
final class PriorityLog: Ledger, @unchecked Sendable {
    private let lows: Int
    private let highs: Int
    private let allowed: Int
    /// Of each operation, the low ones first: before it was added, after that (0 if it isn't yet), when it began (0 if
    /// it hasn't).
    private let added: UnsafeMutablePointer<Atomic<UInt64>>
    private let waits: UnsafeMutablePointer<Atomic<UInt64>>
    private let began: UnsafeMutablePointer<Atomic<UInt64>>
    private let repeated = Atomic<Int>(0)

    /// - Parameter allowed: How many of low priority may begin while one of high priority waits: as many as run at
    ///   once.
    init(lows: Int, highs: Int, allowed: Int) {
        self.lows = lows
        self.highs = highs
        self.allowed = allowed
        added = PriorityLog.words(lows + highs)
        waits = PriorityLog.words(lows + highs)
        began = PriorityLog.words(lows + highs)
    }

    private static func words(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: max(count, 1))
        for index in 0..<count { (words + index).initialize(to: Atomic(0)) }
        return words
    }

    deinit {
        for words in [added, waits, began] {
            words.deinitialize(count: lows + highs)
            words.deallocate()
        }
    }

    /// The beginning of the operation number `index`.
    func record(_ index: Int, added time: UInt64) {
        added[index].store(time)
        if began[index].exchange(MonotonicClock.now) != 0 { repeated.adding(1) }
    }

    /// The operation number `index` has been added.
    func hasAdded(_ index: Int) { waits[index].store(MonotonicClock.now) }

    func violation() -> String? {
        let missing = (0..<(lows + highs)).count { began[$0].load() == 0 }
        let repeated = repeated.load()
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(lows + highs) operations had not run") }
        if repeated > 0 { problems.append("operations ran \(repeated) times more often than once") }
        if missing == 0 {
            let passing = mostThatPassed
            if passing > allowed {
                problems.append(
                    "\(passing) operations of low priority began while one of high priority waited")
            }
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// Of low priority, during the wait of the high one that most of them passed.
    private var mostThatPassed: Int {
        let starts = (0..<lows).map { began[$0].load() }
        return (lows..<(lows + highs)).map { high in
            let (begin, end) = (waits[high].load(), began[high].load())
            return starts.count { $0 > begin && $0 < end }
        }.max() ?? 0
    }

    /// From adding to beginning, in the order of adding. Ask only when each has run.
    var latenciesOfHigh: [UInt64] {
        (lows..<(lows + highs)).map { began[$0].load() - min(added[$0].load(), began[$0].load()) }
    }
}
