/// How far a stand-in in a queue of Foundation's has come, in the order of the cases. Each step is made once; who makes it, under a
/// lock, announces it afterwards.
package enum StandInPhase: Sendable {
    /// Foundation's queue hasn't called `start`.
    case waiting
    /// The same, and the operation has ended. Announcing that now would crash Foundation's queue (rule 1.17).
    case endedEarly
    /// Foundation's queue has called `start`. The operation runs as soon as it is ready.
    case started
    /// The operation runs.
    case executing
    /// The operation has ended, and Foundation's queue is notified.
    case finished

    /// What is to be done after a step.
    package enum Consequence: Sendable { case nothing, run, announceReadiness, announceEnd }

    /// Foundation's queue calls `start`.
    package mutating func start() -> Consequence {
        switch self {
        case .waiting:
            self = .started
            return .run
        case .endedEarly:
            self = .finished
            return .announceEnd
        case .started, .executing, .finished: return .nothing
        }
    }

    /// The operation has been claimed. False if it is not to run: it has been ended from elsewhere since.
    package mutating func execute() -> Bool {
        guard self == .started else { return false }
        self = .executing
        return true
    }

    /// The operation has ended.
    package mutating func end() -> Consequence {
        switch self {
        case .waiting:
            self = .endedEarly
            return .announceReadiness
        case .started, .executing:
            self = .finished
            return .announceEnd
        case .endedEarly, .finished: return .nothing
        }
    }
}
