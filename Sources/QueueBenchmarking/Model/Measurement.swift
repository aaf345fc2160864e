/// One number, with everything needed to identify and compare it: one row of `measurements.csv`. The columns are
/// documented in `results/README.md`.
public struct Measurement: Hashable, Sendable {
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    public let process: Int
    /// The round, the order of its runs, and the runs to compare it with; nil in a warm-up.
    public let place: RunPlace?
    public let metric: Metric
    /// Nil if the run has no value: an empty cell, never 0.
    public let value: Double?
    public let seed: UInt64
    public let driver: String
    /// How a run failed its check; empty otherwise.
    public let note: String
    public let conditions: RunConditions
    /// In the order of `RunFlag.allCases`.
    public let flags: [RunFlag]

    public init(
        subject: SubjectID, benchmarkCase: BenchmarkCase, process: Int, place: RunPlace?, metric: Metric,
        value: Double?,
        seed: UInt64, driver: String, note: String = "", conditions: RunConditions = .unknown,
        flags: [RunFlag] = []
    ) {
        self.subject = subject
        self.benchmarkCase = benchmarkCase
        self.process = process
        self.place = place
        self.metric = metric
        self.value = value
        self.seed = seed
        self.driver = driver
        self.note = note
        self.conditions = conditions
        self.flags = flags
    }
}

/// Identifies a subject in results: queue name, and strategy if it has one.
public struct SubjectID: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    public let queue: String
    /// Empty if the queue has only one strategy.
    public let strategy: String

    public init(queue: String, strategy: String = "") {
        self.queue = queue
        self.strategy = strategy
    }

    /// For example "lock" or "lock/chained".
    public var description: String { strategy.isEmpty ? queue : "\(queue)/\(strategy)" }

    public static func < (lhs: SubjectID, rhs: SubjectID) -> Bool {
        (lhs.queue, lhs.strategy) < (rhs.queue, rhs.strategy)
    }
}

/// A scenario with its parameters.
public struct BenchmarkCase: Hashable, Codable, Sendable, CustomStringConvertible {
    public let scenario: String
    public let parameters: ScenarioParameters

    enum CodingKeys: String, CodingKey {
        case scenario, parameters
    }

    /// `scenario` may be a former name, so that old files name present scenarios.
    public init(scenario: String, parameters: ScenarioParameters) {
        self.scenario = Scenarios.renamed(scenario)
        self.parameters = parameters
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            scenario: try values.decode(String.self, forKey: .scenario),
            parameters: try values.decode(ScenarioParameters.self, forKey: .parameters))
    }

    public init(_ scenario: any Scenario) {
        self.init(scenario: scenario.name, parameters: scenario.parameters)
    }

    /// For example "empty limit=1;operations=100".
    public var description: String { "\(scenario) \(parameters)" }
}

/// The position of a run in the order of its benchmark; each number counts from 0.
public struct RunPlace: Hashable, Codable, Sendable {
    /// Each round of a case runs every queue once.
    public let round: Int
    /// The position of the run within its round.
    public let position: Int
    /// The same for runs of different queues at the same case that followed each other. Compare these with each
    /// other: a slow drift cancels.
    public let pair: Int

    public init(round: Int, position: Int, pair: Int) {
        self.round = round
        self.position = position
        self.pair = pair
    }
}
