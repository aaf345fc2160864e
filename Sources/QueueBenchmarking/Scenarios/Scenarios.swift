/// Every scenario that the tools know. To add one, add its type here.
public enum Scenarios {
    public static let all: [any Scenario.Type] = [EmptyScenario.self, LatencyScenario.self]
}
