private import ConcurrencyPrimitives

/// Records when operations of low and high priority were added and began, and checks that the queue preferred the
/// high ones.
///
/// A thread may be preempted, so a chosen operation may begin late. But while `limit` operations of high priority
/// wait, at least one of them is not chosen yet. The queue then chooses none of low priority. Those that still
/// begin were chosen before, so they are at most `limit`.
///
/// `@unchecked Sendable`: the addresses never change, and what they point to is atomic.
final class PriorityLog: Ledger, @unchecked Sendable {
    private let lows: Int
    private let highs: Int
    private let limit: Int
    /// For each operation, the low ones first: the time before it was added, the time after that (0 if not yet),
    /// and the time at which it began (0 if it hasn't).
    private let added: UnsafeMutablePointer<Atomic<UInt64>>
    private let waits: UnsafeMutablePointer<Atomic<UInt64>>
    private let began: UnsafeMutablePointer<Atomic<UInt64>>
    private let repeated = Atomic<Int>(0)

    /// - Parameter limit: How many operations may run at once.
    init(lows: Int, highs: Int, limit: Int) {
        self.lows = lows
        self.highs = highs
        self.limit = limit
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

    /// Records that operation `index` began.
    func record(_ index: Int, added time: UInt64) {
        added[index].store(time)
        if began[index].exchange(MonotonicClock.now) != 0 { repeated.adding(1) }
    }

    /// Records that operation `index` was added.
    func hasAdded(_ index: Int) { waits[index].store(MonotonicClock.now) }

    func violation(keepsOrder: Bool) -> String? {
        let missing = (0..<(lows + highs)).count { began[$0].load() == 0 }
        let repeated = repeated.load()
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(lows + highs) operations had not run") }
        if repeated > 0 { problems.append("operations ran \(repeated) times more often than once") }
        if missing == 0 {
            let passing = mostThatPassed
            if passing > limit {
                problems.append(
                    "\(passing) operations of low priority began while \(limit) of high priority waited "
                        + "at least")
            }
        }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// An event of the log. Simultaneous events are sorted in this order.
    private enum Event: Int { case highBegins, lowBegins, highWaits }

    /// The most operations of low priority that began within one period in which `limit` operations of high
    /// priority waited.
    private var mostThatPassed: Int {
        var events = (0..<lows).map { (time: began[$0].load(), event: Event.lowBegins) }
        for high in lows..<(lows + highs) {
            let (begin, end) = (waits[high].load(), began[high].load())
            if begin < end { events += [(begin, .highWaits), (end, .highBegins)] }
        }
        events.sort { ($0.time, $0.event.rawValue) < ($1.time, $1.event.rawValue) }
        var (waiting, passing, most) = (0, 0, 0)
        for (_, event) in events {
            switch event {
            case .highWaits: waiting += 1
            case .highBegins: waiting -= 1
            case .lowBegins: passing += 1
            }
            if waiting < limit { passing = 0 }
            most = max(most, passing)
        }
        return most
    }

    /// The delays from adding to beginning, in the order of adding. Call it only after all have run.
    var latenciesOfHigh: [UInt64] {
        (lows..<(lows + highs)).map { began[$0].load() - min(added[$0].load(), began[$0].load()) }
    }
}
