/// One number, with all that is needed to know what it is and what it may be compared with: one row of
/// `measurements.csv`. The columns are documented in `results/README.md`.
public struct Measurement: Hashable, Codable, Sendable {
    public let queue: String
    public let scenario: String
    public let parameters: ScenarioParameters
    public let process: Int
    /// The round, its runs in order, and what was run next to each other for comparison; nil in a warm-up.
    public let place: RunPlace?
    public let metric: Metric
    /// Nil where the run can't tell: an empty cell, never 0.
    public let value: Double?
    public let seed: UInt64
    public let driver: String
    /// How a run failed its check; empty otherwise.
    public let note: String

    public init(
        queue: String, scenario: String, parameters: ScenarioParameters, process: Int, place: RunPlace?,
        metric: Metric, value: Double?, seed: UInt64, driver: String, note: String = ""
    ) {
        self.queue = queue
        self.scenario = scenario
        self.parameters = parameters
        self.process = process
        self.place = place
        self.metric = metric
        self.value = value
        self.seed = seed
        self.driver = driver
        self.note = note
    }
}

/// When a run took place, from 0 each.
public struct RunPlace: Hashable, Codable, Sendable {
    /// Each round runs every queue at every scenario once.
    public let round: Int
    /// Of the run within its round.
    public let position: Int
    /// The same for runs of different queues at the same case in the same round, which were made one right
    /// after the other: compare these with each other, and what drifts cancels.
    public let pair: Int

    public init(round: Int, position: Int, pair: Int) {
        self.round = round
        self.position = position
        self.pair = pair
    }
}
