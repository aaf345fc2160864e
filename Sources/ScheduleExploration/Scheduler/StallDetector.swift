internal import CPlatform
internal import CScheduleControl
private import LinuxPlatform
internal import Synchronization

/// Detects that the thread that holds the scheduling token sleeps outside of the scheduler, so that no thread continues.
///
/// The thread that holds the scheduling token runs either the program's code or the scheduler's. In the scheduler's code it
/// may take long, to judge a schedule or to report progress. In the program's code it may be *lost*: the driver takes the token
/// from it by the transition from `outside` to `lost`, after which the thread can't enter the scheduler again. So two threads
/// never hold the token. `location` orders these transitions: a releasing store leaves the scheduler, and an acquiring exchange
/// enters it or takes the token.
///
/// The other words are hints: an old value only makes the driver check again later.
final class StallDetector: Sendable {
    private static let inside = 0
    private static let outside = 1
    private static let lost = 2

    private let location = Atomic<Int>(inside)
    /// Steps of all schedules together.
    private let steps = Atomic<UInt64>(0)
    /// The kernel's number of the thread that holds the scheduling token, or has held it last: who goes on notes it before it leaves
    /// the scheduler.
    private let holder = Atomic<Int32>(0)
    /// That of the thread which its code runs on.
    private let runner = Atomic<Int32>(0)

    /// How long a thread may sleep while it holds the scheduling token, in nanoseconds. It may read a file.
    private static let patience: UInt64 = 5_000_000_000
    /// How long it may go without a step if it runs now and then: it may wait for a processor, or for locks of a sanitizer; or it
    /// looks again and again for what can't come.
    private static let patienceAtWork: UInt64 = 60_000_000_000

    /// Tells a program that was compiled for ThreadSanitizer whose code the calling thread runs.
    private let noteInside = Instrumentation.functions?.note_inside

    /// Whether the thread that holds the scheduling token, and calls this, runs the scheduler's code already.
    var isInside: Bool { location.load(ordering: .relaxed) == Self.inside }

    /// The thread that holds the scheduling token returns from the program's code. Does not return if the token was taken
    /// from it.
    func enter() {
        noteInside?(true)
        if location.compareExchange(
            expected: Self.outside, desired: Self.inside, ordering: .acquiring
        ).exchanged {
            return
        }
        // The thread can't end either: others may wait for what its stack holds. The one that it runs on may.
        _ = oplab_carrier_go_home(true)
        while true { _ = CarrierThread().wait() }
    }

    /// The thread that holds the scheduling token continues with the program's code.
    func leave() {
        location.store(Self.outside, ordering: .releasing)
        noteInside?(false)
    }

    /// Takes the scheduling token from the thread that holds it, if that thread runs the program's code.
    func take() -> Bool {
        location.compareExchange(expected: Self.outside, desired: Self.lost, ordering: .acquiring).exchanged
    }

    /// The calls that the thread sleeps in from which the token was taken; none if it doesn't answer. Its wait may end by that.
    func lostStack() -> CallStack {
        CallStack(
            addresses: Array(unsafeUninitializedCapacity: 64) { buffer, count in
                let thread = runner.load(ordering: .relaxed)
                count = Int(oplab_sleeper_stack(thread, buffer.baseAddress!, Int32(buffer.count)))
            })
    }

    /// Takes the scheduling token from the calling thread, which crashes. False if that hasn't the token, or runs the scheduler's code.
    ///
    /// For the handler of a signal: it allocates nothing, and takes no lock. In an instrumented program its own accesses don't count.
    func takeFromCrash() -> Bool {
        guard holder.load(ordering: .relaxed) == oplab_thread_id(), !isInside else { return false }
        noteInside?(true)
        if take() { return true }
        noteInside?(false)
        return false
    }

    func noteStep() { steps.store(steps.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
    /// Called by the code of `carrier`, which holds the scheduling token and is in the scheduler.
    func noteHolder(_ carrier: CarrierThread) {
        holder.store(carrier.thread, ordering: .relaxed)
        runner.store(carrier.runningThread, ordering: .relaxed)
    }

    /// The code of the thread that holds the scheduling token, which calls this, runs on that thread again.
    func noteRunner() { runner.store(oplab_thread_id(), ordering: .relaxed) }

    /// Blocks the calling thread, which is `carrier`, until it has an assignment. False if the token was lost, and is now the
    /// caller's.
    func wait(as carrier: CarrierThread) -> Bool {
        let begin = oplab_monotonic_nanoseconds()
        var step = (count: steps.load(ordering: .relaxed), time: begin)
        var run = (switches: UInt64(0), time: begin)
        while carrier.wait(atMost: 1_000_000_000) == nil {
            let now = oplab_monotonic_nanoseconds()
            let (count, thread) = (steps.load(ordering: .relaxed), runner.load(ordering: .relaxed))
            // Where the kernel doesn't count switches, they are always the same.
            let switches = (try? KernelFile.ownThread(thread, "status").withText(ThreadFile.switches)) ?? 0
            if count != step.count || switches != run.switches { run = (switches, now) }
            if count != step.count { step = (count, now) }
            let isOverdue = now - run.time > Self.patience || now - step.time > Self.patienceAtWork
            if isOverdue, ThreadFile.isAsleep(thread), take() { return false }
        }
        return true
    }
}
