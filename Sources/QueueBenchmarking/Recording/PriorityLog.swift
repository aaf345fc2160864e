private import ConcurrencyPrimitives

/// Keeps when operations of low and high priority were added and began, and tells whether the queue put the high ones
/// first.
///
/// `@unchecked Sendable`: the addresses never change, and what they point to is atomic.
final class PriorityLog: Ledger, @unchecked Sendable {
    private let lows: Int
    private let highs: Int
    private let allowed: Int
    /// Of each operation, the low ones first: when it was added, when it began (0 if it hasn't), how often.
    private let added: UnsafeMutablePointer<Atomic<UInt64>>
    private let began: UnsafeMutablePointer<Atomic<UInt64>>
    private let repeated = Atomic<Int>(0)

    /// - Parameter allowed: How many of high priority may begin after the last low one though they were added before
    ///   it began: those whose adding and its beginning meet, and as many as run at once.
    init(lows: Int, highs: Int, allowed: Int) {
        self.lows = lows
        self.highs = highs
        self.allowed = allowed
        added = PriorityLog.words(lows + highs)
        began = PriorityLog.words(lows + highs)
    }

    private static func words(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: max(count, 1))
        for index in 0..<count { (words + index).initialize(to: Atomic(0)) }
        return words
    }

    deinit {
        for words in [added, began] {
            words.deinitialize(count: lows + highs)
            words.deallocate()
        }
    }

    /// The beginning of the operation number `index`.
    func record(_ index: Int, added time: UInt64) {
        added[index].store(time)
        if began[index].exchange(MonotonicClock.now) != 0 { repeated.adding(1) }
    }

    func violation() -> String? {
        let missing = (0..<(lows + highs)).count { began[$0].load() == 0 }
        let repeated = repeated.load()
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(lows + highs) operations had not run") }
        if repeated > 0 { problems.append("operations ran \(repeated) times more often than once") }
        if missing == 0 {
            let lastLow = (0..<lows).map { began[$0].load() }.max() ?? 0
            let late = (lows..<(lows + highs)).count {
                added[$0].load() < lastLow && began[$0].load() > lastLow
            }
            if late > allowed {
                problems.append("\(late) operations of high priority ran after all of low priority")
            }
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// From adding to beginning, in the order of adding. Ask only when each has run.
    var latenciesOfHigh: [UInt64] {
        (lows..<(lows + highs)).map { began[$0].load() - min(added[$0].load(), began[$0].load()) }
    }
}
