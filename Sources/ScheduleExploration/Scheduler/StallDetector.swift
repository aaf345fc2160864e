internal import CPlatform
private import LinuxPlatform
internal import Synchronization

/// Notices when the thread that holds the scheduling token sleeps elsewhere than in the scheduler: then nothing goes
/// on any more.
///
/// Whoever holds the scheduling token is either in the program's code or in the scheduler's. In the scheduler's it
/// may take its time: judging a schedule, telling how far the exploration is. In the program's it may be *lost*: the
/// driver takes the token from it by the step from `outside` to `lost`, after which the thread finds no way back into
/// the scheduler. So the token is never with two. `place` orders all that: it is left by a releasing store, and
/// entered or taken by an acquiring exchange.
///
/// The other words are hints: what the driver sees may be old, and only makes it look again later.
final class StallDetector: Sendable {
    private static let inside = 0
    private static let outside = 1
    private static let lost = 2

    private let place = Atomic<Int>(inside)
    /// Steps, of all schedules.
    private let steps = Atomic<UInt64>(0)
    /// The kernel's number of the thread that holds the scheduling token; 0 if it is just being made.
    private let holder = Atomic<Int32>(0)

    /// How long a thread may sleep while it holds the scheduling token, in nanoseconds: reading a file is no fault.
    private static let patience: UInt64 = 5_000_000_000

    /// Whether the thread that holds the scheduling token, and asks, is in the scheduler's code already.
    var isInside: Bool { place.load(ordering: .relaxed) == Self.inside }

    /// The thread that holds the scheduling token comes back from the program's code. Does not return if the
    /// scheduling token was taken from it.
    func enter() {
        if place.compareExchange(
            expected: Self.outside, desired: Self.inside, ordering: .acquiring
        ).exchanged {
            return
        }
        // It can't end either: what its stack holds may be waited for.
        while true { _ = CarrierThread().wait() }
    }

    /// The thread that holds the scheduling token goes on with the program's code.
    func leave() { place.store(Self.outside, ordering: .releasing) }

    /// Takes the scheduling token from the thread that holds it, if that one is in the program's code.
    func take() -> Bool {
        place.compareExchange(expected: Self.outside, desired: Self.lost, ordering: .acquiring).exchanged
    }

    func noteStep() { steps.store(steps.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
    func noteHolder(_ thread: Int32) { holder.store(thread, ordering: .relaxed) }

    /// Blocks the calling thread until `carrier`, which it is, is told something. False if the token was lost, and is
    /// the caller's now.
    func wait(as carrier: CarrierThread) -> Bool {
        var last = (steps: steps.load(ordering: .relaxed), since: oplab_monotonic_nanoseconds())
        while carrier.wait(atMost: 1_000_000_000) == nil {
            let now = oplab_monotonic_nanoseconds()
            let seen = steps.load(ordering: .relaxed)
            if seen != last.steps {
                last = (seen, now)
            } else if now - last.since > Self.patience,
                ThreadFile.isAsleep(holder.load(ordering: .relaxed)), take()
            {
                return false
            }
        }
        return true
    }
}
