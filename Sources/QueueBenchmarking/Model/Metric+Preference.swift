extension Metric {
    /// Which values are the better ones.
    public enum Preference: String, Codable, Hashable, Sendable {
        case lower, higher
        /// It tells something, and is neither good nor bad by itself.
        case none
    }

    public var preference: Preference {
        switch self {
        case .wallTime, .processCPUTime, .voluntarySwitches, .involuntarySwitches, .threadsCreated,
            .allocations, .allocatedBytes, .liveBytes, .peakResidentBytes, .latencyP50, .latencyP90,
            .latencyP99, .latencyP999, .latencyMaximum:
            .lower
        case .capacity, .achievedRate: .higher
        case .resultCheck, .threads, .latencyCount, .latenessP50, .latenessP99, .latenessMaximum,
            .offeredRate, .warmUps:
            .none
        }
    }

    /// What is compared where nothing is named: what a queue costs, and how long it lets wait.
    public static let compared: [Metric] = [.processCPUTime, .latencyP50, .latencyP99]
}
