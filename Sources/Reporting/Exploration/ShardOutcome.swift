public import QueueExploration
public import ScheduleExploration

/// The outcome of one process of an exploration, which runs a part of the schedules.
public enum ShardOutcome: Codable, Sendable {
    /// How a process ended during a schedule.
    public enum End: String, Codable, Sendable {
        /// The queue ended the process.
        case crashed
        /// The watchdog ended it, because a schedule did not end.
        case hung
    }

    case report(ExplorationReport)
    /// The process ended during a schedule, which the token identifies.
    case ended(End, reason: String, token: ReplayToken)
    /// It was stopped before it began.
    case stopped
    /// It ended for a reason outside of the exploration: before it began, or killed by another process.
    case lost(reason: String)

    /// The token of the schedule that failed, and what failed; nil if none did.
    public var failure: (token: ReplayToken, reason: String)? {
        switch self {
        case .report(let report): report.failure.map { ($0.token, $0.message) }
        case .ended(_, let reason, let token): (token, reason)
        case .stopped, .lost: nil
        }
    }

    /// The number of the first schedule that failed; nil if none did.
    public var firstFailure: Int? {
        switch self {
        case .report(let report): report.failure?.schedule
        // One without a number failed when another, which had failed before, was run again.
        case .ended(_, _, let token): token.schedule ?? 0
        case .stopped, .lost: nil
        }
    }

    /// Whether the process was ended by something else than what it explored.
    public var isLost: Bool { if case .lost = self { true } else { false } }
}

extension ExploredRule {
    /// Which of the outcomes of a rule on a queue has failed first: by the variant of the queue, and by the number of the schedule. Nil
    /// if none has.
    public func first(_ outcomes: [ShardOutcome], queue: String) -> Int? {
        func order(_ index: Int) -> (variant: Int, schedule: Int) {
            let token = outcomes[index].failure?.token
            let variant = token.flatMap { self.variant(of: $0, queue: queue) }
            return (variant ?? Int.max, outcomes[index].firstFailure ?? Int.max)
        }
        return outcomes.indices.filter { outcomes[$0].failure != nil }.min { order($0) < order($1) }
    }
}
