/// One completed run with its result.
public struct BenchmarkRun: Codable, Sendable {
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    public let driver: String
    public let process: Int
    public let purpose: RunPurpose
    /// Nil in a warm-up.
    public let place: RunPlace?
    public let seed: UInt64
    public let outcome: RunOutcome
    public let conditions: RunConditions
    /// For the first run of a queue in its process.
    public var warmUp: WarmedUp?

    /// How a queue was warmed up.
    public struct WarmedUp: Hashable, Codable, Sendable {
        /// The number of runs.
        public let runs: Int
        /// Whether their times had settled.
        public let isSettled: Bool
    }

    public init(
        subject: SubjectID, benchmarkCase: BenchmarkCase, driver: String, process: Int,
        purpose: RunPurpose = .time, place: RunPlace?, seed: UInt64, outcome: RunOutcome,
        conditions: RunConditions = .unknown,
        warmUp: WarmedUp? = nil
    ) {
        self.subject = subject
        self.benchmarkCase = benchmarkCase
        self.driver = driver
        self.process = process
        self.purpose = purpose
        self.place = place
        self.seed = seed
        self.outcome = outcome
        self.conditions = conditions
        self.warmUp = warmUp
    }

    /// The rows for the results. A warm-up that passed has none. A failed run has only its failure.
    public var measurements: [Measurement] {
        switch outcome {
        case .passed where place == nil: return []
        case .passed(let readings, _, _):
            let warmUps = warmUp.map { [Reading(.warmUps, Double($0.runs))] } ?? []
            return ([Reading(.resultCheck, 1)] + warmUps + readings).map { measurement($0) }
        case .failed(let reason): return [measurement(Reading(.resultCheck, 0), note: reason)]
        }
    }

    /// How the run failed its check; nil if it passed.
    public var failure: String? {
        if case .failed(let reason) = outcome { reason } else { nil }
    }

    /// In the order of `RunFlag.allCases`.
    public var flags: [RunFlag] {
        guard case .passed(_, _, var flags) = outcome else { return [] }
        if warmUp?.isSettled == false { flags.append(.unsettled) }
        return RunFlag.allCases.filter(flags.contains)
    }

    private func measurement(_ reading: Reading, note: String = "") -> Measurement {
        Measurement(
            subject: subject, benchmarkCase: benchmarkCase, process: process, place: place,
            metric: reading.metric,
            value: reading.value, seed: seed, driver: driver, note: note, conditions: conditions, flags: flags
        )
    }
}
