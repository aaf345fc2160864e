/// What queues are ranked by. Lower values of its metric are better.
public enum RankingCriterion: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// Operations in a time.
    case throughput
    /// How late the last operation of a hundred begins.
    case latency = "p99"
    /// Processor time for each operation.
    case processorTime = "cpu"
    /// Allocated bytes for each operation.
    case memory

    public var metric: Metric {
        switch self {
        case .throughput: .wallTime
        case .latency: .latencyP99
        case .processorTime: .processCPUTime
        case .memory: .allocatedBytes
        }
    }

    /// Whether queues can be compared by it at a case. In the open-loop scenarios each queue gets a load that depends on its own
    /// capacity: a better one gets more, and its latencies are those of more load.
    public func isComparable(at benchmarkCase: BenchmarkCase) -> Bool {
        self != .latency || benchmarkCase.parameters["load"] == nil
    }

    /// Smaller values count as this: no logarithm of 0 is taken.
    var least: Double { 1 }

    /// The order in which they decide, where nothing else is asked for.
    public static func < (lhs: RankingCriterion, rhs: RankingCriterion) -> Bool {
        allCases.firstIndex(of: lhs)! < allCases.firstIndex(of: rhs)!
    }
}
