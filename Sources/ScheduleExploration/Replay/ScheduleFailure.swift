/// A schedule that failed, and how to see it again.
public struct ScheduleFailure: Codable, Sendable, Error {
    public enum Kind: String, Codable, Sendable {
        /// The program said that something is wrong, or threw.
        case failed
        /// Nothing can go on, and the program has not come to its end; or threads are left that wait for ever.
        case deadlock
        case stepLimit
    }

    public let kind: Kind
    public internal(set) var message: String
    /// How many schedules were run before it, by the same process.
    public let schedule: Int
    /// Preemptions of the schedule as it was found, and as it is shown.
    public let preemptions: Int
    public let fewestPreemptions: Int
    public let blocked: [BlockedThread]
    /// Runs the schedule that is shown.
    public let token: ReplayToken
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
