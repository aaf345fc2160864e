internal import CPlatform
internal import ConcurrencyPrimitives
private import Quiescence

/// What running a scenario again and again for real has come to.
public struct StressReport: Codable, Sendable {
    /// How many runs were begun.
    public internal(set) var runs = 0
    /// Of the wall clock.
    public internal(set) var nanoseconds: UInt64 = 0
    /// What the last run did wrong; nil if none did.
    public internal(set) var failure: String?
}

/// Runs `body` again and again on the machine's threads, until a run fails: what an exploration is to be measured by.
///
/// Nothing is controlled, so what fails can't be run again. A run fails if ``ExploredSchedule/expect(_:_:)`` does; if
/// a check given to ``ExploredSchedule/whenQuiescent(_:)`` still says so when the process has become quiescent after the end of
/// `body`, or after ten seconds; or if the process is quiescent and `body` has not ended, which is a deadlock, or
/// a body that only sleeps. Then it is left behind as it is: end the process. One is run at a time: a second one waits.
///
/// When the process is quiescent, `ProcessQuiescence` says, with what it can't know: nothing may have gone on for 1.6 s in any
/// thread but the one that drives the runs. So run it in a process that does nothing else. Call it from a `WorkerTask`: a
/// deadlock may hold up all threads of the cooperative pool, and then no other task goes on to tell of it.
///
/// - Parameters:
///   - runs: How many at most.
///   - seconds: How long at most.
///   - body: The scenario.
public func stress(
    runs: Int, seconds: Int, _ body: @escaping @Sendable () async -> Void
) async -> StressReport {
    await SystemThread.value {
        Stress.turn.withLock { _ in
            var stress = Stress()
            return stress.run(runs, for: seconds, body)
        }
    }
}

/// The runs, driven by a thread of their own.
struct Stress {
    /// Held while one lasts: what a scenario says is said process-wide.
    static let turn = Mutex(())

    private struct Notes {
        var isRunning = false
        var failures: [String] = []
        var checks: [@Sendable () -> String?] = []
    }

    private static let notes = Mutex(Notes())

    /// Checks of runs that were all right, to be asked once more: something may have been done twice.
    private var former: [@Sendable () -> String?] = []
    private static let formerCount = 256
    /// How long a run may take before anybody looks whether it can go on.
    private static let deadline: UInt64 = 200_000_000
    /// How long a check is asked again and again before anybody looks whether something still goes on.
    private static let patience: UInt64 = 200_000_000
    /// For what is never quiescent.
    private static let longestPatience: UInt64 = 10_000_000_000
    /// The pause between two samples.
    private static let pause: UInt64 = 10_000_000

    static func fail(_ message: String) {
        notes.withLock { if $0.isRunning { $0.failures.append(message) } }
    }

    static func whenQuiescent(_ check: @escaping @Sendable () -> String?) {
        notes.withLock { if $0.isRunning { $0.checks.append(check) } }
    }

    mutating func run(
        _ runs: Int, for seconds: Int, _ body: @escaping @Sendable () async -> Void
    ) -> StressReport {
        Self.notes.withLock { $0 = Notes(isRunning: true) }
        defer { Self.notes.withLock { $0 = Notes() } }
        var report = StressReport()
        let begin = MonotonicClock.now
        let limit = UInt64(min(max(0, seconds), 1_000_000_000)) * 1_000_000_000
        while report.failure == nil, report.runs < runs, report.nanoseconds < limit {
            report.runs += 1
            report.failure = runOnce(body)
            report.nanoseconds = MonotonicClock.now - begin
        }
        if report.failure == nil { report.failure = Self.firstFailure(former[...]) { $0() } }
        return report
    }

    private mutating func runOnce(_ body: @escaping @Sendable () async -> Void) -> String? {
        let end = CarrierThread()
        let task = startTask {
            await body()
            end.tell(.resume)
        }
        if end.wait(atMost: Self.deadline) == nil, let failure = Self.deadlock(of: end) {
            AbandonedWork.keep([task])
            return failure
        }
        let checks = Self.notes.withLock { notes in
            defer { notes.checks = [] }
            return notes.checks
        }
        func said() -> String? { Self.notes.withLock { $0.failures.first } }
        let failure = said() ?? Self.firstFailure(checks[...], Self.failureAfterAll) ?? said()
        if let failure { return failure }
        former += checks
        defer { if former.count > Self.formerCount { former.removeFirst(former.count - Self.formerCount) } }
        return Self.firstFailure(former.dropLast(Self.formerCount)) { $0() }
    }

    /// What the first check that fails says; it isn't asked again for that, as it may be true no longer.
    private static func firstFailure(
        _ checks: ArraySlice<@Sendable () -> String?>, _ ask: (@Sendable () -> String?) -> String?
    ) -> String? {
        for check in checks {
            if let failure = ask(check) { return failure }
        }
        return nil
    }

    /// What to say of a run that never ends; nil if it ends yet.
    private static func deadlock(of end: CarrierThread) -> String? {
        do {
            let isStuck = try ProcessQuiescence.shared.block { end.wait(atMost: pause) != nil }
            return isStuck
                ? "deadlock: the scenario is not at its end, and nothing in the process goes on" : nil
        } catch {
            return "\(error)"
        }
    }

    /// What `check` says in the end: when nothing in the process goes on any more, or after a long time.
    private static func failureAfterAll(_ check: @Sendable () -> String?) -> String? {
        let begin = MonotonicClock.now
        while MonotonicClock.now - begin <= patience {
            if check() == nil { return nil }
            oplab_pause(20_000)
        }
        var failure = check()
        do {
            _ = try ProcessQuiescence.shared.block {
                oplab_pause(pause)
                failure = check()
                return failure == nil || MonotonicClock.now - begin > longestPatience
            }
            return failure
        } catch {
            return "\(error)"
        }
    }
}
