private import BenchmarkStatistics
private import ConcurrencyPrimitives
public import QueueBenchmarking

/// Compares two builds of queues side by side, and decides whether the second is worse.
///
/// It first judges what needs no clock: the rules, the results of runs, the counts. Then it measures times, in
/// blocks of new processes, until each comparison is decided or has its last block.
public struct GateRunner: Sendable {
    /// Receives the progress and the runs.
    public struct Events: Sendable {
        /// Called with each run, without warm-ups.
        public var run: @Sendable (GateRun) throws -> Void
        /// Called with the current step, and the fraction of the whole that is done at most.
        public var progress: @Sendable (_ what: String, _ part: Double) -> Void

        public init(
            run: @escaping @Sendable (GateRun) throws -> Void,
            progress: @escaping @Sendable (_ what: String, _ part: Double) -> Void
        ) {
            self.run = run
            self.progress = progress
        }
    }

    let launchers: [GateVariant: any RunLauncher]
    let judge: (any GateJudge)?
    let settings: GateSettings
    let processors: Int

    /// - Parameters:
    ///   - base: Starts processes of the build to compare with.
    ///   - head: Starts processes of the build to judge.
    ///   - judge: Judges both by rules; nil to skip that tier.
    ///   - settings: What to find, and how much time to take.
    ///   - processors: The number of processors.
    /// - Precondition: The settings are valid, as ``GateFile`` returns them.
    public init(
        base: any RunLauncher, head: any RunLauncher, judge: (any GateJudge)?, settings: GateSettings,
        processors: Int
    ) {
        self.init([.base: base, .head: head, .control: base], judge, settings, processors)
    }

    /// For tests: with a control that differs from the base.
    init(
        _ launchers: [GateVariant: any RunLauncher], _ judge: (any GateJudge)?, _ settings: GateSettings,
        _ processors: Int
    ) {
        self.launchers = launchers
        self.judge = judge
        self.settings = settings
        self.processors = processors
    }

    /// Runs the gate.
    ///
    /// - Parameters:
    ///   - today: The current day, as in "2026-12-31", for allowances that expire.
    ///   - events: Receives the progress and the runs.
    /// - Returns: The report. If the task is cancelled, the report of what was found by then.
    /// - Throws: ``GateRefusal`` if there is nothing to compare; why a variant's program is no worker; what
    ///   `events` throws; `CancellationError` if the task was cancelled before the first comparison.
    public func run(today: String, _ events: Events) async throws -> GateReport {
        let start = MonotonicClock.now
        var session = GateSession(self, today: today, start: start, events)
        try await session.shakeHands()
        var isInterrupted = false
        do {
            try await session.compare()
        } catch is CancellationError {
            isInterrupted = true
        }
        return session.report(
            seconds: Double(MonotonicClock.now - start) / 1e9, isInterrupted: isInterrupted)
    }
}

/// Why nothing can be compared.
public struct GateRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
