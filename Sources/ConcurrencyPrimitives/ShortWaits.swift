private import CPlatform
private import Synchronization

/// Looks for a moment whether what a thread wants to wait for has come, before the thread sleeps.
///
/// To fall asleep and be woken takes some microseconds of two threads. So a thread looks first for about as long, which costs
/// never more than twice what the best choice in hindsight would (Karlin, Li, Manasse and Owicki, *Empirical Studies of
/// Competitive Spinning for a Shared-Memory Multiprocessor*, 1991). That alone isn't enough where two threads take turns: if
/// both have fallen asleep once, each wake-up takes longer than the other looks, and they sleep at every turn. So when the
/// last wait of the process was short, sleep included, the next thread looks for longer, and the two meet awake again.
///
/// Where there is one processor nobody looks: nothing could come meanwhile. On threads of an exploration nobody does, either.
package enum ShortWaits {
    /// Some microseconds.
    private static let pauses = 100
    /// In nanoseconds: two wake-ups. How long a wait is that is short, and how long a thread looks at most.
    private static let most: UInt64 = 30_000

    /// Whether the last wait that began with looking was short. Written by whoever waits, read by the next; a hint, so any order
    /// will do.
    private static let wasShort = Synchronization.Atomic<Bool>(false)

    /// Whether what is waited for comes while the calling thread looks.
    ///
    /// - Parameter hasCome: Called again and again.
    package static func isSoon(_ hasCome: () -> Bool) -> Bool {
        if isExploring() || ProcessorCount.remembered == 1 { return hasCome() }
        for _ in 0..<pauses {
            if hasCome() { return true }
            oplab_pause_processor()
        }
        return false
    }

    /// Looks, and calls `sleep` if it hasn't come until then.
    package static func wait(_ hasCome: () -> Bool, else sleep: () -> Void) {
        if isSoon(hasCome) { return }
        if isExploring() || ProcessorCount.remembered == 1 { return sleep() }
        let start = MonotonicClock.now
        if wasShort.load(ordering: .relaxed) {
            while MonotonicClock.now &- start < most { if isSoon(hasCome) { return } }
        }
        sleep()
        let isShort = MonotonicClock.now &- start < most
        if wasShort.load(ordering: .relaxed) != isShort { wasShort.store(isShort, ordering: .relaxed) }
    }
}
