/// Every scenario that the tools know. To add one, add its type here.
public enum Scenarios {
    public static let all: [any Scenario.Type] = [
        EmptyScenario.self, PoolScenario.self, ChainScenario.self, ReverseScenario.self, FanScenario.self,
        WavefrontScenario.self, PriorityScenario.self, CancelScenario.self, SuspendScenario.self,
        NestedScenario.self, WaitersScenario.self, ComputeScenario.self, LatencyScenario.self,
        HandoverScenario.self, LargeScenario.self,
    ]

    /// The scenario that a name and parameters stand for; nil if there is none.
    public static func scenario(_ measured: BenchmarkCase) -> (any Scenario)? {
        func made<One: Scenario>(_ type: One.Type) -> (any Scenario)? { type.init(measured.parameters) }
        return all.first { $0.name == measured.scenario }.flatMap { made($0) }
    }
}
