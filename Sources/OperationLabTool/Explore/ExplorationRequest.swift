internal import QueueConformance
internal import ScheduleExploration

/// The work of one process of `oplab explore`.
struct ExplorationRequest: Codable, Sendable {
    let rule: RuleID
    let queue: String
    let strategy: String
    let schedules: Int
    let seconds: Double?
    let seed: UInt64
    let replay: ReplayToken?
    let shard: Int
    let shards: Int
    /// Which of the processors to run on; nil for any.
    let processor: Int?
    /// Whether the report is to have the schedules' hashes.
    let keepsTraces: Bool
    /// Where it stores the token of the current schedule.
    let tokenFile: String
}

/// A message of such a process: its progress several times a second, and last its result.
struct ExplorationMessage: Codable, Sendable {
    let isLast: Bool
    let report: ExplorationReport
}
