/// Rows of operations; each depends on its two neighbours in the row before.
public struct WavefrontScenario: GraphScenario {
    public static let name = "wavefront"
    public static let formerName: String? = "diamond"
    public static let summary = "rows of operations, each of which depends on two of the row before"

    public let limit: Int
    public let width: Int
    public let depth: Int

    public init(limit: Int, width: Int, depth: Int) {
        self.limit = limit
        self.width = width
        self.depth = depth
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [WavefrontScenario] {
        let depth = max(1, profile.graphOperations / 10)
        return [WavefrontScenario(limit: processors, width: 10, depth: depth)]
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "width", "depth"]) else { return nil }
        self.init(limit: values[0], width: values[1], depth: values[2])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "width": width, "depth": depth])
    }

    public var graph: DependencyGraph { .wavefront(width: width, depth: depth) }
    public var graphSize: Int { width * depth }
}
