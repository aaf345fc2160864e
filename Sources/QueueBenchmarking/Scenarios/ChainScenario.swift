/// Operations each of which depends on the one before. The cost must grow no faster than the chain.
///
/// It sets no limit, which is the default of queues: Foundation's then searches all waiting operations at each
/// finish.
public struct ChainScenario: GraphScenario, SizedScenario {
    public static let name = "chain"
    public static let summary =
        "each operation depends on the one before, in several sizes: what a dependency costs"
    public static let scale: String? = "operations"

    public let limit: Int
    public let operations: Int

    public init(limit: Int, operations: Int) {
        self.limit = limit
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [ChainScenario] {
        profile.sizes.map { ChainScenario(limit: -1, operations: $0) }
    }

    public var graph: DependencyGraph { .chain(operations) }
    public var graphSize: Int { operations }
    public var hasMemory: Bool { false }
}
