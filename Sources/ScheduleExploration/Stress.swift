internal import CPlatform
internal import ConcurrencyPrimitives

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
/// a check given to ``ExploredSchedule/atRest(_:)`` still says so a second after the end of `body` and the process is
/// at rest, or after half a minute; or if it has not ended after two seconds and the process is at rest, which is a
/// deadlock, or a body that only sleeps. Then it is left behind as it is: end the process. One is run at a time: a
/// second one waits.
///
/// At rest is a process of which all threads are found asleep 20 times in a row, 10 ms apart, while tasks are run;
/// or, if none are, for half a minute, as all that run them are held up. What sleeps and wakes between the looks
/// isn't seen.
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
    private static let deadline: UInt64 = 2_000_000_000
    private static let patience: UInt64 = 1_000_000_000
    /// For what never comes to rest.
    private static let longestPatience: UInt64 = 30_000_000_000

    static func fail(_ message: String) {
        notes.withLock { if $0.isRunning { $0.failures.append(message) } }
    }

    static func atRest(_ check: @escaping @Sendable () -> String?) {
        notes.withLock { if $0.isRunning { $0.checks.append(check) } }
    }

    mutating func run(
        _ runs: Int, for seconds: Int, _ body: @escaping @Sendable () async -> Void
    ) -> StressReport {
        Self.notes.withLock { $0 = Notes(isRunning: true) }
        defer { Self.notes.withLock { $0 = Notes() } }
        var report = StressReport()
        let begin = oplab_monotonic_nanoseconds()
        let limit = UInt64(min(max(0, seconds), 1_000_000_000)) * 1_000_000_000
        while report.failure == nil, report.runs < runs, report.nanoseconds < limit {
            report.runs += 1
            report.failure = runOnce(body)
            report.nanoseconds = oplab_monotonic_nanoseconds() - begin
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
        if end.wait(atMost: Self.deadline) == nil, !Self.endsLate(end) {
            AbandonedWork.keep([task])
            return "hangs: not at its end after \(Self.deadline / 1_000_000_000) s"
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

    /// Whether a run that is late ends yet. It does not if the process has come to rest.
    private static func endsLate(_ end: CarrierThread) -> Bool {
        var rest = ProcessRest()
        while !rest.look() {
            if end.wait(atMost: 10_000_000) != nil { return true }
        }
        return false
    }

    /// What `check` says in the end. What still goes on has a second to come to rest, and on a machine that is busy
    /// as long as a thread does something.
    private static func failureAfterAll(_ check: @Sendable () -> String?) -> String? {
        let begin = oplab_monotonic_nanoseconds()
        while oplab_monotonic_nanoseconds() - begin <= patience {
            if check() == nil { return nil }
            oplab_pause(20_000)
        }
        var rest = ProcessRest()
        while true {
            guard let failure = check() else { return nil }
            if rest.look() || oplab_monotonic_nanoseconds() - begin > longestPatience { return failure }
            oplab_pause(10_000_000)
        }
    }
}
