public import QueueConformance

/// One thing that a queue or its operations do wrong in two steps that should be one.
///
/// Between the steps another thread has to come, at the right moment: so none of these shows in the plain schedule, in
/// which each thread goes on until it waits and the oldest comes next, and a rule that is judged by the interleavings that happen is not expected to see them. They are
/// found by exploring schedules, by the `ExploredRule` in ``caughtBy``; the processes that judge each ``Defect``
/// leave them out.
///
/// Everything in this module happens under one lock, so a race is a section of that lock that was made two (but for
/// ``dependencyCounter`` and ``reentrantAdmission``, which have an atomic of their own and an actor). After most
/// changes all queues look for what they can start; where that would put right what a race does wrong, it is left
/// out.
public enum Race: String, CaseIterable, Codable, Sendable {
    // States
    case executingFallsAfterFinished
    case stateWordLosesFlag

    // Cancellation
    case startLooksBeforeCancel
    case cancelTogglesFlag
    case cancelLooksBeforeAdding

    // Dependencies
    case dependencyCounter
    case lastEndOfFanIn

    // Slots
    case limitLooksBeforeStart
    case reentrantAdmission
    case raiseLooksBeforeAdding
    case slotCounter
    case lostWakeUp

    // Suspension
    case resumeLooksBeforeAdding
    case suspensionToggles

    // Adding
    case inboxClearedUnread

    // Waiting and completion
    case waiterAfterFinish
    case waiterAfterLastEnd
    case completionBlockTakenTwice

    /// What the queue or its operations do wrong, in one line.
    public var summary: String {
        switch self {
        case .executingFallsAfterFinished: "isFinished is raised, and isExecuting falls a moment later"
        case .stateWordLosesFlag:
            "a cancel writes back the states that it has read before, and loses a change"
        case .startLooksBeforeCancel:
            "an operation that is cancelled after the start has looked for it still runs"
        case .cancelTogglesFlag: "two cancels that both find the flag down both turn it over"
        case .cancelLooksBeforeAdding:
            "a cancel that found the operation in no queue starts nothing, though it has been added meanwhile"
        case .dependencyCounter:
            "dependencies are counted down by a load and a store: one of two ends is lost"
        case .lastEndOfFanIn: "of two dependencies that end together, each leaves the dependent to the other"
        case .limitLooksBeforeStart: "two threads that look for the same free slot both take it"
        case .reentrantAdmission: "an actor looks for a free slot, awaits, and takes it without another look"
        case .raiseLooksBeforeAdding: "a raise of the limit doesn't start what was added since it looked"
        case .slotCounter: "slots are counted down by a load and a store: one of two that come free is lost"
        case .lostWakeUp: "what is added after a worker's last look is left to that worker"
        case .resumeLooksBeforeAdding: "a resume doesn't start what was added since it looked"
        case .suspensionToggles: "two calls that both have to change the suspension both turn it over"
        case .inboxClearedUnread: "what is added between reading and clearing the inbox is lost"
        case .waiterAfterFinish: "who begins to wait while the operation finishes is never woken"
        case .waiterAfterLastEnd: "who begins to wait for all while the last one ends is never woken"
        case .completionBlockTakenTwice:
            "a cancel that comes right after the end runs the completion block again"
        }
    }

    /// The rule whose exploration shows this race.
    public var caughtBy: RuleID {
        switch self {
        case .executingFallsAfterFinished: "1.2"
        case .cancelTogglesFlag: "2.9"
        case .startLooksBeforeCancel, .stateWordLosesFlag: "2.14"
        case .dependencyCounter, .lastEndOfFanIn: "3.14"
        case .cancelLooksBeforeAdding: "4.4"
        case .limitLooksBeforeStart, .reentrantAdmission: "6.1"
        case .raiseLooksBeforeAdding: "6.3"
        case .slotCounter, .lostWakeUp: "6.9"
        case .resumeLooksBeforeAdding: "7.2"
        case .suspensionToggles: "7.5"
        case .inboxClearedUnread: "8.10"
        case .waiterAfterFinish: "9.1"
        case .waiterAfterLastEnd: "9.3"
        case .completionBlockTakenTwice: "9.5"
        }
    }
}
