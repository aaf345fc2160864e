private import CPlatform
private import Synchronization

/// Looks for a moment whether what a thread wants to wait for has come, before the thread sleeps.
///
/// To fall asleep and be woken takes some microseconds of two threads. So a thread looks first for about as long, which never
/// costs more than twice what the best choice in hindsight would (Karlin, Li, Manasse and Owicki, *Empirical Studies of
/// Competitive Spinning for a Shared-Memory Multiprocessor*, 1991); and for longer if the last wait of the process was short
/// (``RecentWaits``).
///
/// A task that waits costs less: after a look in vain the next tasks don't look for a while.
///
/// Where there is one processor nobody looks: nothing could come meanwhile. While something is explored nobody does, either.
package enum ShortWaits {
    private static let recent = RecentWaits()

    private static var nobodyLooks: Bool { isExploring() || ProcessorCount.remembered == 1 }

    /// Whether what is waited for comes while the calling thread looks.
    ///
    /// - Parameter hasCome: Called again and again.
    private static func isSoon(_ hasCome: () -> Bool) -> Bool {
        if nobodyLooks { return hasCome() }
        for _ in 0..<RecentWaits.pauses {
            if hasCome() { return true }
            oplab_pause_processor()
        }
        return false
    }

    /// How many tasks don't look after one has looked in vain.
    private static let skips = 15
    /// How many of them are left. A hint, for which any order will do.
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
        let traced = Trace.start
        func endPolling() { Trace.end(.polledForWait, since: traced, 0) }
        if isSoon(hasCome) { return endPolling() }
        if nobodyLooks {
            endPolling()
            return sleep()
        }
        let start = MonotonicClock.now
        while recent.suggestsPolling(since: start) { if isSoon(hasCome) { return endPolling() } }
        endPolling()
        sleep()
        recent.note(short: RecentWaits.isShort(since: start))
    }
}
