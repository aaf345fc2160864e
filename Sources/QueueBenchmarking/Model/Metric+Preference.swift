extension Metric {
    /// Which values are better.
    public enum Preference: String, Codable, Hashable, Sendable {
        case lower, higher
        /// Neither higher nor lower values are better.
        case none
    }

    public var preference: Preference {
        switch self {
        case .wallTime, .processCPUTime, .excessTime, .voluntarySwitches, .involuntarySwitches,
            .threadsCreated,
            .allocations, .allocatedBytes, .liveBytes, .peakResidentBytes, .latencyP50, .latencyP90,
            .latencyP99, .latencyP999, .latencyMaximum:
            .lower
        case .efficiency, .capacity, .achievedRate: .higher
        case .resultCheck, .threads, .latencyCount, .latenessP50, .latenessP99, .latenessMaximum,
            .offeredRate, .warmUps:
            .none
        }
    }

    /// The metrics that are compared by default: the queue's cost, its latencies, and the time beyond one operation.
    public static let compared: [Metric] = [.processCPUTime, .latencyP50, .latencyP99, .excessTime]
}
