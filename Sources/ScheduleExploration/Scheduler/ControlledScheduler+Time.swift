internal import ConcurrencyPrimitives

/// How often a schedule has looked at the clock, and how far time has passed for that.
struct ClockLooks {
    /// Those of the program.
    var byProgram = 0
    /// Those of the runtime and Dispatch, since the last step.
    var inside = 0
    /// How far time has passed last, in nanoseconds.
    private var leap = shortestLeap
    /// The step at which it did.
    private var step = 0

    private static let shortestLeap: UInt64 = 5_000
    private static let longestLeap: UInt64 = 100_000_000

    /// Notes a look. Whether the thread seems to look in a loop.
    mutating func note(byProgram isProgram: Bool) -> Bool {
        if isProgram {
            byProgram += 1
            return byProgram.isMultiple(of: 64)
        }
        inside += 1
        return inside == 64
    }

    /// How far time passes while so many threads wait in loops: the farther the longer they do.
    mutating func nextLeap(at now: Int, threads: Int) -> UInt64 {
        leap = now - step <= 2 * threads ? min(leap * 2, Self.longestLeap) : Self.shortestLeap
        step = now
        return leap
    }
}

/// How time passes: when no thread can continue, or all that can wait in loops.
extension ControlledScheduler {
    /// The time. A thread that looks at it in a loop lets others continue.
    func lookAtClock(byProgram isProgram: Bool) -> UInt64 {
        if looksAtClock.note(byProgram: isProgram) {
            reachInterposed(.pause(Self.clock))
            inScheduler {
                if candidates.arePausing {
                    skipped += looksAtClock.nextLeap(at: trace.steps, threads: candidates.all.count)
                }
            }
        }
        return now
    }

    /// Lets time pass while all threads that can continue wait in loops, if there is a timer or a limit that may be what they wait for.
    /// Whether one has come by then.
    func letTimePassForLoops() -> Bool {
        // They may wait for a thread outside, for which no time of this scheduler passes.
        if !unseen.isEmpty { return false }
        let deadline = min(earliestDeadline, timers.earliest)
        if deadline == .max { return false }
        let leap = looksAtClock.nextLeap(at: trace.steps, threads: candidates.all.count)
        skipped += min(leap, deadline - min(deadline, time))
        while timers.isDue(at: time), let timer = timers.removeFirst(until: time) { start(timer) }
        return deadline <= time
    }

    /// Of a thread that waits. If it has come, the thread waits for something else.
    private var earliestDeadline: UInt64 {
        let time = time
        return threads.lazy.map(\.deadline).filter { $0 > time }.min() ?? .max
    }

    /// Lets time pass until the next timer, or until the deadline of a thread that waits. False if there is neither.
    func letTimePass() -> Bool {
        let deadline = earliestDeadline
        if let timer = timers.removeFirst(until: deadline) {
            if timer.time > time { skipped += timer.time - time }
            start(timer)
            return true
        }
        if deadline == .max { return false }
        skipped += deadline - time
        return true
    }

    func start(_ timer: TimerQueue.Timer) {
        add(.job(timer.job, timer.executor), isStarted: false, knowing: timer.knowledge)
    }
}
