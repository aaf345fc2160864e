internal import CPlatform
internal import Synchronization

/// Notices when the thread that has the turn sleeps elsewhere than in the scheduler: then nothing goes on any more.
///
/// Each word is stored to by whoever has the turn and read by the driver at any time: what the driver sees may be old,
/// and only makes it look again later.
final class TurnWatch: Sendable {
    /// Steps, of all schedules.
    private let steps = Atomic<UInt64>(0)
    /// The kernel's number of the thread that has the turn.
    private let holder = Atomic<Int32>(0)

    /// How long a thread may sleep with the turn in its hands, in nanoseconds: reading a file is no fault.
    private static let patience: UInt64 = 5_000_000_000

    func noteStep() { steps.store(steps.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
    func noteHolder(_ thread: Int32) { holder.store(thread, ordering: .relaxed) }

    /// Blocks the calling thread until `host`, which it is, is told something. False if the turn is lost.
    func wait(as host: HostThread) -> Bool {
        var last = (steps: steps.load(ordering: .relaxed), since: oplab_monotonic_nanoseconds())
        while host.wait(atMost: 1_000_000_000) == nil {
            let now = oplab_monotonic_nanoseconds()
            let seen = steps.load(ordering: .relaxed)
            if seen != last.steps {
                last = (seen, now)
            } else if now - last.since > Self.patience,
                oplab_thread_is_asleep(holder.load(ordering: .relaxed))
            {
                return false
            }
        }
        return true
    }
}
