/// What an exploration has come to.
public struct ExplorationReport: Codable, Sendable {
    public enum Outcome: Codable, Sendable {
        /// No schedule failed.
        case passed
        case failed(ScheduleFailure)
        /// The same schedule gave other choices: the program depends on more than its schedule.
        case nondeterministic(String)
        /// There was nothing to choose in any schedule.
        case vacuous
        /// A controlled thread sleeps, and not where the explorer could see it.
        case blockedOutside(String)
    }

    public let scenario: String
    public let strategy: String
    public let seed: UInt64
    public internal(set) var outcome = Outcome.passed
    /// How many schedules were run.
    public internal(set) var schedules = 0
    /// How many of them differed from one another.
    public internal(set) var distinct = 0
    /// Steps at which more than one thread could go on, in all schedules.
    public internal(set) var choices = 0
    public internal(set) var steps = 0
    /// Whether these were all schedules there are, up to the bound of an exhaustive search.
    public internal(set) var isComplete = false
    /// In how many schedules each mark was passed (``ExploredSchedule/cover(_:)``).
    public internal(set) var covered: [String: Int] = [:]
    /// Whether mutexes of the runtime were seen, and controlled threads were given the exploration's time: in programs
    /// that hold the product `ScheduleInterposition`.
    public internal(set) var seesRuntime = false
    /// Of the wall clock.
    public internal(set) var nanoseconds: UInt64 = 0

    /// Whether nothing was found, and there was something to look at.
    public var hasPassed: Bool { if case .passed = outcome { true } else { false } }

    /// What was found, if a schedule failed.
    public var failure: ScheduleFailure? { if case .failed(let failure) = outcome { failure } else { nil } }
}

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
    public let message: String
    /// The number of the schedule, from 0.
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

extension ExplorationReport: CustomStringConvertible {
    public var description: String {
        let what =
            switch outcome {
            case .passed: isComplete ? "passed, all there are" : "passed"
            case .failed(let failure): "failed: \(failure)"
            case .nondeterministic(let reason): "nondeterministic: \(reason)"
            case .vacuous: "vacuous: there was nothing to choose"
            case .blockedOutside(let reason): "blocked: \(reason)"
            }
        return
            "\(schedules) schedules (\(distinct) distinct, \(choices) choices) of \(scenario), \(strategy): \(what)"
    }
}
