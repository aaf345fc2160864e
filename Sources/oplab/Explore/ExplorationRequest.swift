internal import QueueConformance
internal import ScheduleExploration

/// What one process of `oplab explore` is to do.
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
    /// Where it leaves the token of the schedule that runs.
    let tokenFile: String
}

/// What such a process says: several times a second how far it is, and last what it has come to.
struct ExplorationMessage: Codable, Sendable {
    let isLast: Bool
    let report: ExplorationReport
}
