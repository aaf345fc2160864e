/// How much is measured: more rounds give narrower intervals, and take longer.
public struct BenchmarkProfile: Hashable, Codable, Sendable {
    public let name: String
    /// How often every queue is run at every scenario. Even, so that each order has its mirror image.
    public var rounds: Int
    /// The same for scenarios whose runs take longest (``Scenario/isLong``). Even.
    public var scalingRounds: Int
    /// How often every queue is run to count what it allocates. Even.
    public var memoryRounds: Int
    /// The most runs that warm a queue up in each process, at each scenario.
    public var warmUps: Int
    /// Operations of a run of the scenarios without dependencies.
    public var operations: Int
    /// Operations of a run of the scenarios with dependencies.
    public var graphOperations: Int
    /// Operations of a run of *chain* and *reverse*, ascending; four at least, to tell how the cost grows. Among few
    /// operations much of the cost is what a run costs once, which makes the exponent less than it is: enough to see
    /// what is steep, and to compare two variants.
    public var sizes: [Int]
    /// Operations of a run of *large*.
    public var largeSizes: [Int]
    /// Microseconds of work of an operation of *compute*.
    public var computeMicroseconds: [Int]
    /// How long a run of *compute* would take on one processor, and how long one of the open-loop scenarios
    /// goes on adding, in milliseconds.
    public var runMilliseconds: Int
    /// Percent of the capacity at which the open-loop scenarios are run.
    public var loads: [Int]

    public init(
        name: String, rounds: Int, scalingRounds: Int, memoryRounds: Int, warmUps: Int, operations: Int,
        graphOperations: Int, sizes: [Int], largeSizes: [Int], computeMicroseconds: [Int],
        runMilliseconds: Int, loads: [Int]
    ) {
        for count in [rounds, scalingRounds, memoryRounds] {
            precondition(count > 0 && count.isMultiple(of: 2), "each order of a round has a mirror image")
        }
        self.name = name
        self.rounds = rounds
        self.scalingRounds = scalingRounds
        self.memoryRounds = memoryRounds
        self.warmUps = warmUps
        self.operations = operations
        self.graphOperations = graphOperations
        self.sizes = sizes
        self.largeSizes = largeSizes
        self.computeMicroseconds = computeMicroseconds
        self.runMilliseconds = runMilliseconds
        self.loads = loads
    }

    /// The same with another number of rounds of every kind, which is even.
    public func with(rounds: Int) -> BenchmarkProfile {
        var copy = self
        (copy.rounds, copy.scalingRounds, copy.memoryRounds) = (rounds, rounds, min(rounds, memoryRounds))
        return copy
    }

    /// Under 90 seconds for all queues on two cores: to see that all is well, and how large differences are.
    public static let quick = BenchmarkProfile(
        name: "quick", rounds: 6, scalingRounds: 4, memoryRounds: 2, warmUps: 3, operations: 5_000,
        graphOperations: 500, sizes: [250, 500, 1_000, 2_000], largeSizes: [1_000],
        computeMicroseconds: [1, 10, 100],
        runMilliseconds: 40, loads: [30, 60, 90])

    /// About eight minutes for all queues on two cores: to compare queues.
    public static let standard = BenchmarkProfile(
        name: "standard", rounds: 20, scalingRounds: 20, memoryRounds: 4, warmUps: 5, operations: 10_000,
        graphOperations: 1_000, sizes: [1_000, 1_500, 2_000, 4_000, 20_000, 100_000],
        largeSizes: [2_000],
        computeMicroseconds: [1, 10, 100], runMilliseconds: 100, loads: [30, 60, 90])

    /// Some hours: to publish.
    public static let full = BenchmarkProfile(
        name: "full", rounds: 200, scalingRounds: 40, memoryRounds: 10, warmUps: 10, operations: 20_000,
        graphOperations: 2_000, sizes: [1_000, 1_500, 2_000, 4_000, 20_000, 100_000],
        largeSizes: [2_000, 8_000, 100_000, 1_000_000],
        computeMicroseconds: [1, 3, 10, 30, 100, 300], runMilliseconds: 500,
        loads: [10, 30, 50, 70, 80, 90, 95])

    public static let all = [quick, standard, full]
}
