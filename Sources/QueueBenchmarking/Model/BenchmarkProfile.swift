/// How much is measured: more rounds give narrower intervals, and take longer.
public struct BenchmarkProfile: Hashable, Codable, Sendable {
    public let name: String
    /// How often every queue is run at every scenario. Even, so that each order has its mirror image.
    public let rounds: Int
    /// Runs of every queue at every scenario before the first round. They are checked, and not timed.
    public let warmUps: Int
    /// Operations of one run of the scenario *empty*.
    public let emptyOperations: Int
    /// How long one run of the scenario *latency* goes on adding, in milliseconds.
    public let latencyMilliseconds: Int
    /// Arrivals per second at which *latency* is measured.
    public let latencyRates: [Int]
    /// Whether *latency* is measured at limit 1, too, and not only at the number of processors.
    public let latencyAtLimitOne: Bool

    public init(
        name: String, rounds: Int, warmUps: Int, emptyOperations: Int, latencyMilliseconds: Int,
        latencyRates: [Int], latencyAtLimitOne: Bool
    ) {
        precondition(rounds > 0 && rounds.isMultiple(of: 2), "each order of a round has a mirror image")
        self.name = name
        self.rounds = rounds
        self.warmUps = warmUps
        self.emptyOperations = emptyOperations
        self.latencyMilliseconds = latencyMilliseconds
        self.latencyRates = latencyRates
        self.latencyAtLimitOne = latencyAtLimitOne
    }

    /// The same with another number of rounds, which is even.
    public func with(rounds: Int) -> BenchmarkProfile {
        BenchmarkProfile(
            name: name, rounds: rounds, warmUps: warmUps, emptyOperations: emptyOperations,
            latencyMilliseconds: latencyMilliseconds, latencyRates: latencyRates,
            latencyAtLimitOne: latencyAtLimitOne)
    }

    /// Under a minute for all queues on two cores: to see that all is well, and how large differences are.
    public static let quick = BenchmarkProfile(
        name: "quick", rounds: 10, warmUps: 1, emptyOperations: 10_000, latencyMilliseconds: 250,
        latencyRates: [1_000, 10_000], latencyAtLimitOne: false)

    /// Some minutes: to compare queues.
    public static let standard = BenchmarkProfile(
        name: "standard", rounds: 30, warmUps: 2, emptyOperations: 20_000, latencyMilliseconds: 500,
        latencyRates: [1_000, 10_000], latencyAtLimitOne: true)

    /// About an hour: to publish.
    public static let full = BenchmarkProfile(
        name: "full", rounds: 200, warmUps: 5, emptyOperations: 20_000, latencyMilliseconds: 1_000,
        latencyRates: [1_000, 10_000, 20_000], latencyAtLimitOne: true)

    public static let all = [quick, standard, full]
}
