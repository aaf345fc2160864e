public import QueueBenchmarking

/// The cases at which the gate compares variants.
public enum GateCase {
    /// The effort of a run of the gate: little, because many short runs distinguish more than a few long ones.
    public static let profile = BenchmarkProfile(
        name: "gate", rounds: 2, scalingRounds: 2, memoryRounds: 2, warmUps: 2, operations: 4_000,
        graphOperations: 500, sizes: [250, 500, 1_000, 2_000], largeSizes: [1_000],
        computeMicroseconds: [10], runMilliseconds: 40, loads: [60])

    /// The cases that a pattern names (see `ScenarioPattern`).
    public static func cases(
        matching pattern: String, processors: Int
    ) throws(ScenarioPattern.Refusal) -> [any Scenario] {
        try ScenarioPattern.cases(pattern, profile, processors: processors)
    }
}

/// A queue at a case.
struct GateComparison: Hashable, Sendable {
    let subject: SubjectID
    let benchmarkCase: BenchmarkCase
    /// The parameter over whose growth the cost is fitted; nil if it isn't.
    let scale: String?

    var item: String { "\(benchmarkCase)" }
}
