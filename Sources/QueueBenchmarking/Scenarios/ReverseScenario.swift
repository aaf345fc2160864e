/// Operations each of which depends on the one that is added after it, so that they finish in the reverse order of
/// adding: a queue that looks for what has finished from the front pays for all that hasn't.
public struct ReverseScenario: GraphScenario {
    public static let name = "reverse"
    public static let summary = "operations that finish in the reverse order of adding, in several sizes"
    public static let scale: String? = "operations"

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [ReverseScenario] {
        profile.sizes.map { ReverseScenario(limit: processors, operations: $0) }
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "operations"]) else { return nil }
        self.init(limit: values[0], operations: values[1])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "operations": operations])
    }

    public var graph: DependencyGraph { .reversedChain(operations) }
    public var graphSize: Int { operations }
    public var hasMemory: Bool { false }
}
