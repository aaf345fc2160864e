public import QueueBenchmarking

/// What the sides are compared at.
public enum GateCase {
    /// How much a run of the gate does: little, since many short runs tell more than a few long ones.
    public static let profile = BenchmarkProfile(
        name: "gate", rounds: 2, scalingRounds: 2, memoryRounds: 2, warmUps: 2, operations: 4_000,
        graphOperations: 500, sizes: [250, 500, 1_000, 2_000], largeSizes: [1_000],
        computeMicroseconds: [10], runMilliseconds: 40, loads: [60])

    /// The cases that a pattern names: a scenario, and optionally some of its parameters, as in
    /// `empty limit=1;producers=1`.
    ///
    /// - Returns: Nil if there is no such scenario; empty if no case of it has these parameters.
    public static func cases(matching pattern: String, processors: Int) -> [any Scenario]? {
        let parts = pattern.split(separator: " ", maxSplits: 1)
        guard let name = parts.first, let type = Scenarios.all.first(where: { $0.name == name }) else {
            return nil
        }
        guard parts.count == 2 else { return cases(of: type, processors) }
        guard let wanted = ScenarioParameters(String(parts[1])) else { return [] }
        return cases(of: type, processors).filter { scenario in
            wanted.values.allSatisfy { scenario.parameters[$0.key] == $0.value }
        }
    }

    private static func cases<One: Scenario>(of type: One.Type, _ processors: Int) -> [any Scenario] {
        type.cases(profile, processors: processors)
    }
}

/// A queue at a case.
struct GateComparison: Hashable, Sendable {
    let arm: Arm
    let measured: BenchmarkCase
    /// Where the cost is looked at as it grows: the name of the parameter.
    let scale: String?

    var subject: String { "\(measured)" }
}
