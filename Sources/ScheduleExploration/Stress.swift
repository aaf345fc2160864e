internal import CPlatform
internal import ConcurrencyPrimitives
private import Quiescence

/// What repeated runs of a scenario on the machine's threads have found.
public struct StressReport: Codable, Sendable {
    /// How many runs were begun.
    public internal(set) var runs = 0
    /// Elapsed time.
    public internal(set) var nanoseconds: UInt64 = 0
    /// What the last run did wrong; nil if none did.
    public internal(set) var failure: String?
}

/// Runs `body` again and again on the machine's threads, until a run fails: the yardstick of an exploration.
///
/// Nothing is controlled, so a run that fails can't be repeated. A run fails if ``ExploredSchedule/expect(_:_:)`` does, or `body`
/// throws; if a check given to ``ExploredSchedule/whenQuiescent(_:)`` still fails when the process has become quiescent after the end of
/// `body`, or after ten seconds; or if the process is quiescent and `body` has not ended, which is a deadlock, or
/// a body that only sleeps. Its threads then stay; end the process. One call runs at a time: a second one waits.
///
/// `ProcessQuiescence` decides when the process is quiescent: no thread but the one that drives the runs has done anything for
/// 1.6 s. So run it in a process that does nothing else. Call it from a `WorkerTask`: a deadlock may block all threads of the
/// cooperative pool, and then no other task could report it.
///
/// - Parameters:
///   - runs: How many at most.
///   - seconds: How long at most.
///   - body: The scenario.
public func stress(
    runs: Int, seconds: Int, _ body: @escaping @Sendable () async throws -> Void
) async -> StressReport {
    await SystemThread.value {
        Stress.running.withLock { _ in
            var stress = Stress()
            return stress.run(runs, for: seconds, body)
        }
    }
}

/// The runs of one call, driven by a thread of their own.
struct Stress {
    /// Held while one lasts, since the notes of a scenario are process-wide.
    static let running = Mutex(())

    private struct Notes {
        var isRunning = false
        var failures: [String] = []
        var checks: [@Sendable () -> String?] = []
    }

    private static let notes = Mutex(Notes())

    /// Checks of earlier runs that passed, to be called once more: an effect may come twice.
    private var former: [@Sendable () -> String?] = []
    private static let formerCount = 256
    /// How long a run may take before its process is checked for a deadlock.
    private static let deadline: UInt64 = 200_000_000
    /// How long a check is called again and again before the process is checked for quiescence.
    private static let patience: UInt64 = 200_000_000
    /// The same for a process that is never quiescent.
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
        _ runs: Int, for seconds: Int, _ body: @escaping @Sendable () async throws -> Void
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

    private mutating func runOnce(_ body: @escaping @Sendable () async throws -> Void) -> String? {
        let end = CarrierThread()
        let task = startTask {
            do { try await body() } catch { Self.fail("\(error)") }
            end.assign(.resume)
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

    /// The message of the first check that fails. It isn't called again for that, since it may no longer fail.
    private static func firstFailure(
        _ checks: ArraySlice<@Sendable () -> String?>, _ ask: (@Sendable () -> String?) -> String?
    ) -> String? {
        for check in checks {
            if let failure = ask(check) { return failure }
        }
        return nil
    }

    /// The failure of a run that never ends; nil if it ends after all.
    private static func deadlock(of end: CarrierThread) -> String? {
        do {
            let isStuck = try ProcessQuiescence.shared.block { end.wait(atMost: pause) != nil }
            return isStuck
                ? "deadlock: the scenario has not ended, and all threads of the process are asleep" : nil
        } catch {
            return "\(error)"
        }
    }

    /// The result of `check` once the process is quiescent, or after a long time.
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
