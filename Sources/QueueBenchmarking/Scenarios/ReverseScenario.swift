/// Operations each of which depends on the one added after it, so that they finish in reverse order: a queue that
/// searches for finished operations from the front visits all that haven't.
public struct ReverseScenario: GraphScenario, SizedScenario {
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

    public var graph: DependencyGraph { .reversedChain(operations) }
    public var graphSize: Int { operations }
    public var hasMemory: Bool { false }
}
