/// How much to measure: more rounds give narrower intervals, and take longer.
public struct BenchmarkProfile: Hashable, Codable, Sendable {
    public let name: String
    /// The number of runs of every queue at every scenario; even, because each order is followed by its mirror
    /// image.
    public var rounds: Int
    /// The number of runs at the scenarios that take longest (``Scenario/isLong``); even.
    public var scalingRounds: Int
    /// The number of runs at *granularity*, which has many cases, and at *offered-rate*, where a queue may not keep up; even. Nil
    /// for ``scalingRounds``, and in files from before the first of them.
    public var granularityRounds: Int?
    /// The number of runs that count allocations; even.
    public var memoryRounds: Int
    /// The most warm-up runs of a queue in each process, at each scenario.
    public var warmUps: Int
    /// The number of operations of a run without dependencies.
    public var operations: Int
    /// The number of operations of a run with dependencies.
    public var graphOperations: Int
    /// The sizes of *chain* and *reverse*, in ascending order; at least four, to fit the growth of the cost. At
    /// small sizes the fixed cost of a run lowers the exponent: the sizes suffice to detect steep growth and to
    /// compare two variants.
    public var sizes: [Int]
    /// The sizes of *large*.
    public var largeSizes: [Int]
    /// The work of an operation of *compute*, in microseconds.
    public var computeMicroseconds: [Int]
    /// The length of a run of *compute* on one processor, and the time for which an open-loop scenario adds
    /// operations, in milliseconds. An operation of *blocking* blocks for so long, and for 100 ms at least.
    public var runMilliseconds: Int
    /// The loads of the open-loop scenarios, in percent of the capacity.
    public var loads: [Int]

    public init(
        name: String, rounds: Int, scalingRounds: Int, memoryRounds: Int, warmUps: Int, operations: Int,
        graphOperations: Int, sizes: [Int], largeSizes: [Int], computeMicroseconds: [Int],
        runMilliseconds: Int, loads: [Int], granularityRounds: Int? = nil
    ) {
        for count in [rounds, scalingRounds, memoryRounds, granularityRounds ?? 2] {
            precondition(count > 0 && count.isMultiple(of: 2), "a number of rounds must be even and positive")
        }
        self.name = name
        self.rounds = rounds
        self.scalingRounds = scalingRounds
        self.memoryRounds = memoryRounds
        self.granularityRounds = granularityRounds
        self.warmUps = warmUps
        self.operations = operations
        self.graphOperations = graphOperations
        self.sizes = sizes
        self.largeSizes = largeSizes
        self.computeMicroseconds = computeMicroseconds
        self.runMilliseconds = runMilliseconds
        self.loads = loads
    }

    /// The profile with another number of rounds of every kind, which must be even.
    public func with(rounds: Int) -> BenchmarkProfile {
        var copy = self
        (copy.rounds, copy.scalingRounds, copy.memoryRounds) = (rounds, rounds, min(rounds, memoryRounds))
        copy.granularityRounds = rounds
        return copy
    }

    /// The profile with this number of rounds of every kind, those that count allocations included.
    ///
    /// - Parameter rounds: An even number.
    public func with(everyRound rounds: Int) -> BenchmarkProfile {
        var copy = with(rounds: rounds)
        copy.memoryRounds = rounds
        return copy
    }

    /// ``granularityRounds``, or what stands for it.
    var costlyRounds: Int { granularityRounds ?? scalingRounds }

    /// Whether this is ``quick``, with any number of rounds. A scenario that takes long has fewer cases then, or none;
    /// `!= .quick` is also true of ``quick`` with other rounds.
    public var isQuick: Bool { name == BenchmarkProfile.quick.name }

    /// Under 90 seconds for all queues on two idle cores: to check that everything works, and to see large differences.
    public static let quick = BenchmarkProfile(
        name: "quick", rounds: 6, scalingRounds: 4, memoryRounds: 2, warmUps: 3, operations: 5_000,
        graphOperations: 500, sizes: [125, 250, 500, 1_000], largeSizes: [1_000],
        computeMicroseconds: [1, 10, 100],
        runMilliseconds: 40, loads: [30, 90])

    /// About ten minutes for all queues on two cores: to compare queues.
    public static let standard = BenchmarkProfile(
        name: "standard", rounds: 20, scalingRounds: 20, memoryRounds: 4, warmUps: 5, operations: 10_000,
        graphOperations: 1_000, sizes: [1_000, 1_500, 2_000, 4_000, 20_000, 100_000],
        largeSizes: [2_000],
        computeMicroseconds: [1, 10, 100], runMilliseconds: 100, loads: [30, 60, 90],
        granularityRounds: 10)

    /// Some hours for all queues on two cores: to publish.
    public static let full = BenchmarkProfile(
        name: "full", rounds: 200, scalingRounds: 40, memoryRounds: 10, warmUps: 10, operations: 20_000,
        graphOperations: 2_000, sizes: [1_000, 1_500, 2_000, 4_000, 20_000, 100_000],
        largeSizes: [2_000, 8_000, 100_000, 1_000_000],
        computeMicroseconds: [1, 3, 10, 30, 100, 300], runMilliseconds: 500,
        loads: [10, 30, 50, 70, 80, 90, 95], granularityRounds: 40)

    public static let all = [quick, standard, full]
}
