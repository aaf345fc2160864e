private import CPlatform
private import Synchronization

/// Looks for a moment whether what a thread wants to wait for has come, before the thread sleeps.
///
/// To fall asleep and be woken takes some microseconds of two threads. So a thread looks first for about as long, which never
/// costs more than twice what the best choice in hindsight would (Karlin, Li, Manasse and Owicki, *Empirical Studies of
/// Competitive Spinning for a Shared-Memory Multiprocessor*, 1991). That alone isn't enough where two threads take turns: if
/// both have fallen asleep once, each wake-up takes longer than the other looks, and they sleep at every turn. So when the
/// last wait of the process was short, sleep included, the next thread looks for longer, and the two meet awake again.
///
/// A task that waits costs less: after a look in vain the next tasks don't look for a while.
///
/// Where there is one processor nobody looks: nothing could come meanwhile. While something is explored nobody does, either.
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

    /// How many tasks don't look after one has looked in vain.
    private static let skips = 15
    /// How many of them are left. A hint, as the other.
    private static let left = Synchronization.Atomic<Int>(0)

    /// The same, for a task.
    package static func isSoonForTask(_ hasCome: () -> Bool) -> Bool {
        let left = left.load(ordering: .relaxed)
        if left > 0 {
            self.left.store(left - 1, ordering: .relaxed)
            return hasCome()
        }
        if isSoon(hasCome) { return true }
        self.left.store(skips, ordering: .relaxed)
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
