/// Whether the last wait of a kind was short, sleep included: then the next is taken to be, and whoever waits polls for longer.
///
/// Two that take turns need it. If both have fallen asleep once, each wake-up takes longer than the other polls at first, and
/// they would sleep at every turn.
///
/// A hint, written and read in any order: it decides only for how long somebody polls.
struct RecentWaits: ~Copyable, Sendable {
    /// How often one polls at first: some microseconds, about as long as falling asleep and being woken takes.
    static let pauses = 100
    /// In nanoseconds: two wake-ups. How long a wait is that is short, and how long one polls at most.
    static let most: UInt64 = 30_000

    /// 1 if it was short.
    private let wasShort = Atomic<UInt64>(0)

    /// Whether somebody polls on who has waited since `start`.
    func suggestsPolling(since start: UInt64) -> Bool { wasShort.load() == 1 && Self.isShort(since: start) }

    /// Whether a wait that began at `start` is short still.
    static func isShort(since start: UInt64) -> Bool { MonotonicClock.now &- start < most }

    /// Notes how long a wait was. Written only when it changes, since many may wait.
    func note(short: Bool) {
        let word: UInt64 = short ? 1 : 0
        if wasShort.load() != word { wasShort.store(word) }
    }
}
