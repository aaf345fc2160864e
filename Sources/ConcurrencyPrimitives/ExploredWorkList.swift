internal import CPlatform
internal import Synchronization

/// Work for the threads of one schedule of an exploration that counts on threads which poll. As ``WorkList``, but no thread lingers,
/// and work that a thread is started for is that thread's: so it begins before or after any other.
///
/// The accesses are no choice points: what is explored is whether each piece of work gets its thread. Only threads of the schedule
/// use this, and one of them runs at a time, so the lock is always free.
final class ExploredWorkList: Sendable {
    private let pending = Synchronization.Mutex(PendingWork())

    /// Lists work, if a thread that polls comes for it.
    func addIfAwaited(_ work: ThreadWork) -> Bool { withPending { $0.addIfAwaited(work) } }

    /// Runs what is listed, on a thread that was started because another has been busy.
    func serve() {
        stopExpecting()
        run()
    }

    /// Runs what is listed, on a thread that has done its work.
    func run() { while let work = withPending({ $0.takeFirst() }) { work.run() } }

    /// A thread that was to come is there, or about to be free.
    func stopExpecting() { withPending { $0.coming -= 1 } }

    /// A thread that runs work of this list is going to poll elsewhere.
    func beginPolling() { withPending { $0.polling += 1 } }

    /// It has polled. True if work counts on it.
    func endPolling() -> Bool { withPending { $0.endPolling() } }

    /// Forgets what a schedule has left that didn't come to its end. What it would have run stays in memory, as all that such a
    /// schedule holds.
    func beginSchedule() {
        var left = withPending { pending in
            defer { pending = PendingWork() }
            return pending
        }
        while let work = left.takeFirst() { _ = Unmanaged.passRetained(work) }
    }

    /// ThreadSanitizer doesn't see the order that such a mutex makes (see ``Mutex``), so it is announced.
    private func withPending<Result: Sendable>(_ body: (inout PendingWork) -> Result) -> Result {
        let address = withUnsafePointer(to: pending) { UnsafeRawPointer($0) }
        return pending.withLock { pending in
            oplab_tsan_acquire(address)
            defer { oplab_tsan_release(address) }
            return body(&pending)
        }
    }
}
