private import BenchmarkStatistics
private import ConcurrencyPrimitives
public import QueueBenchmarking

/// Compares two builds of queues, side by side in the same minutes, and says whether the second is worse.
///
/// First what decides without a clock: the rules, the results of runs, what is allocated; then times, in blocks of
/// fresh processes, until each comparison is decided or the cap is reached.
public struct GateRunner: Sendable {
    /// Told what goes on.
    public struct Events: Sendable {
        /// Each run that counts.
        public var run: @Sendable (GateRun) throws -> Void
        /// What is done now, and which part of the whole that is at the most.
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
    ///   - base: Starts processes of the program that there was before.
    ///   - head: Starts processes of the one that is to be judged.
    ///   - judge: Judges both by rules; nil for no such tier.
    ///   - settings: What to find, and how much that may take.
    ///   - processors: How many the machine has.
    /// - Precondition: The settings are valid, as ``GateFile`` leaves them.
    public init(
        base: any RunLauncher, head: any RunLauncher, judge: (any GateJudge)?, settings: GateSettings,
        processors: Int
    ) {
        self.init([.base: base, .head: head, .control: base], judge, settings, processors)
    }

    /// With a control that need not be the base.
    init(
        _ launchers: [GateVariant: any RunLauncher], _ judge: (any GateJudge)?, _ settings: GateSettings,
        _ processors: Int
    ) {
        self.launchers = launchers
        self.judge = judge
        self.settings = settings
        self.processors = processors
    }

    /// Compares.
    ///
    /// - Parameters:
    ///   - today: As in "2026-12-31", for regressions that are allowed up to a day.
    ///   - events: Told what goes on.
    /// - Returns: What was found; where the task was cancelled, what was found by then.
    /// - Throws: ``GateRefusal`` if there is nothing to compare; what keeps a variant's program from being a worker;
    ///   what `events` throws; `CancellationError` if it was cancelled before it had begun to compare.
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
