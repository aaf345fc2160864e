/// One operation, `width` that depend on it, and one that depends on all of those: fan-out and fan-in.
public struct FanScenario: GraphScenario {
    public static let name = "fan"
    public static let summary = "one operation, many that depend on it, and one that depends on all of those"

    public let limit: Int
    public let width: Int

    public init(limit: Int, width: Int) {
        self.limit = limit
        self.width = width
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [FanScenario] {
        [FanScenario(limit: processors, width: profile.graphOperations)]
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "width"]) else { return nil }
        self.init(limit: values[0], width: values[1])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "width": width])
    }

    public var graph: DependencyGraph { .fan(width) }
    public var graphSize: Int { width + 2 }
}
