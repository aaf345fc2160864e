/// All scenarios. To add one, add its type here.
public enum Scenarios {
    public static let all: [any Scenario.Type] = [
        EmptyScenario.self, PoolScenario.self, ChainScenario.self, ReverseScenario.self, FanScenario.self,
        WavefrontScenario.self, PriorityScenario.self, CancelScenario.self, SuspendScenario.self,
        NestedScenario.self, WaitersScenario.self, ComputeScenario.self, BlockingScenario.self,
        LatencyScenario.self, HandoverScenario.self, LargeScenario.self, AdvancedScenario.self,
        ExclusiveScenario.self, OptionsScenario.self, RoundTripScenario.self,
        GranularityScenario.self, OfferedRateScenario.self,
    ]

    /// The scenario with each set of parameters that `profile` asks for; empty if it leaves the scenario out. Some cases
    /// depend on the number of processors.
    public static func cases(
        of type: any Scenario.Type, _ profile: BenchmarkProfile, processors: Int
    ) -> [any Scenario] {
        /// Generic, because only that opens the type.
        func cases<One: Scenario>(of type: One.Type) -> [any Scenario] {
            type.cases(profile, processors: processors)
        }
        return cases(of: type)
    }

    /// The profiles of ``BenchmarkProfile/all`` in which a scenario has cases.
    public static func profiles(of type: any Scenario.Type, processors: Int) -> [BenchmarkProfile] {
        BenchmarkProfile.all.filter { !cases(of: type, $0, processors: processors).isEmpty }
    }

    /// The scenario with a name and parameters; nil if there is none.
    public static func scenario(
        _ benchmarkCase: BenchmarkCase, among scenarios: [any Scenario.Type] = all
    ) -> (any Scenario)? {
        func made<One: Scenario>(_ type: One.Type) -> (any Scenario)? { type.init(benchmarkCase.parameters) }
        return named(benchmarkCase.scenario, among: scenarios).flatMap { made($0) }
    }

    /// The scenario of that name or former name; nil if there is none.
    package static func named(
        _ name: String, among scenarios: [any Scenario.Type] = all
    ) -> (any Scenario.Type)? {
        let name = renamed(name)
        return scenarios.first { $0.name == name }
    }

    private static let names = Dictionary(
        uniqueKeysWithValues: all.compactMap { type in type.formerName.map { ($0, type.name) } })

    /// Replaces the scenario's name at the start of `text` by its present name.
    public static func renamed(_ text: String) -> String {
        let name = text.prefix { $0 != " " }
        return names[String(name)].map { $0 + text.dropFirst(name.count) } ?? text
    }

    /// Whether the processor time of queues is compared over the cases of a scenario (``Scenario/isComparedByCost``); true of
    /// an unknown one.
    public static func isComparedByCost(_ name: String) -> Bool { named(name)?.isComparedByCost ?? true }

    /// Those of `metrics` that are compared at a scenario.
    static func compared(_ metrics: [Metric], at scenario: String) -> [Metric] {
        metrics.filter { $0 != .processCPUTime || isComparedByCost(scenario) }
    }
}
