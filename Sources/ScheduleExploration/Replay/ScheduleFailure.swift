/// A schedule that failed, and the token that runs it again.
public struct ScheduleFailure: Codable, Sendable, Error {
    /// What kind of failure it is.
    public enum Kind: String, Codable, Sendable {
        /// An expectation failed, or the program threw.
        case failed
        /// No thread can continue, and the program has not ended; or threads are left that wait for ever.
        case deadlock
        /// It had more steps than ``ExplorationPlan/stepLimit``.
        case stepLimit
        /// It would have ended the process: by a trap, a bad access, an abort.
        case crash
        /// Two threads accessed the same word, and no synchronisation ordered them: in an instrumented program.
        case dataRace
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// What went wrong, in words.
    public package(set) var message: String
    /// Its number, from 0, among the schedules of all shards. One that fails before the schedules that are counted has the
    /// number of its shard.
    public internal(set) var schedule: Int
    /// The number of preemptions of the schedule as it was found.
    public let preemptions: Int
    /// The number of preemptions of the schedule that is shown.
    public let fewestPreemptions: Int
    /// The threads that could not continue, and what each waits for.
    public let blocked: [BlockedThread]
    /// The tasks that are suspended, of a deadlock whose steps are shown.
    public let suspended: [SuspendedTask]
    /// Runs the schedule that is shown.
    public let token: ReplayToken
    /// The steps of the schedule that is shown.
    public let interleaving: Interleaving
}

extension ScheduleFailure: CustomStringConvertible {
    public var description: String {
        let what =
            switch kind {
            case .failed, .crash: message
            case .deadlock: "deadlock: \(message)"
            case .stepLimit: message
            case .dataRace: "data race: \(message)"
            }
        return """
            \(([what] + waits).joined(separator: "\n  "))
            found in schedule \(schedule), \(preemptions) preemptions, here \(fewestPreemptions); replay: \(token)
            \(interleaving)
            """
    }
}
