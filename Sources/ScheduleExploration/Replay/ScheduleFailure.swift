/// A schedule that failed, and how to see it again.
public struct ScheduleFailure: Codable, Sendable, Error {
    /// What kind of failure it is.
    public enum Kind: String, Codable, Sendable {
        /// The program said that something is wrong, or threw.
        case failed
        /// Nothing can go on, and the program has not come to its end; or threads are left that wait for ever.
        case deadlock
        /// It had more steps than it was allowed (``ExplorationPlan/stepLimit``).
        case stepLimit
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// What went wrong, in words.
    public internal(set) var message: String
    /// How many schedules were run before it, by the same process.
    public let schedule: Int
    /// Preemptions of the schedule as it was found.
    public let preemptions: Int
    /// Preemptions of the schedule as it is shown.
    public let fewestPreemptions: Int
    /// The threads that could not go on, and what each waits for.
    public let blocked: [BlockedThread]
    /// Runs the schedule that is shown.
    public let token: ReplayToken
    /// The steps of the schedule that is shown.
    public let interleaving: Interleaving
}

extension ScheduleFailure: CustomStringConvertible {
    public var description: String {
        let what =
            switch kind {
            case .failed: message
            case .deadlock: "deadlock: \(message)"
            case .stepLimit: message
            }
        let waits = blocked.map { "\n  thread \($0.thread) \($0.reason), at \($0.location)" }.joined()
        return """
            \(what)\(waits)
            found in schedule \(schedule), \(preemptions) preemptions, here \(fewestPreemptions); replay: \(token)
            \(interleaving)
            """
    }
}
