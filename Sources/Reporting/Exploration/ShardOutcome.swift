public import ScheduleExploration

/// What came of one process of an exploration, which runs a share of the schedules.
public enum ShardOutcome: Sendable {
    /// How a process ended in the middle of a schedule.
    public enum End: String, Sendable {
        /// The queue ended the process.
        case crashed
        /// The watchdog ended it, since no schedule came to its end.
        case hung
    }

    case report(ExplorationReport)
    /// The process ended in the middle of a schedule, which the token names.
    case ended(End, reason: String, token: ReplayToken)
    /// It was stopped before it began.
    case stopped
    /// It ended for a reason outside of what it explored: before it began, or killed by another process.
    case lost(reason: String)

    /// Whether there is something to report.
    public var isFinding: Bool {
        switch self {
        case .report(let report): report.failure != nil
        case .ended, .lost: true
        case .stopped: false
        }
    }
}
