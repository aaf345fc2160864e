/// The semantics of an operation and of a queue's settings, as state machines: a state, and the states that may follow it
/// when something takes effect. Where RULES.md leaves a choice, several states follow; where it forbids, none does.
///
/// Independent of any queue's code. The sentences that intervals alone decide are in ``IntervalChecks`` and ``OrderChecks``.
protocol ReferenceModel {
    associatedtype State: Hashable
    associatedtype Action

    /// The states that the model allows after `action` has taken effect in `state`.
    static func next(_ state: State, _ action: Action) -> [State]

    /// The sentence that a history breaks in which the action has no place.
    static func sentence(_ action: Action) -> ModelSentence
}

/// One operation: its life cycle, its flag, and the dependencies that it waits for.
enum LifeCycleModel: ReferenceModel {
    /// The life cycle only moves forward (1.3).
    enum Phase: Hashable {
        case waiting
        /// From the start to the end of the body.
        case executing
        /// The body has ended. The operation may still report that it executes.
        case bodyEnded
        /// It no longer executes, and hasn't finished: an instant that no rule forbids.
        case left
        case finished
    }

    struct State: Hashable {
        var phase = Phase.waiting
        var isCancelled = false
        /// The dependencies, a bit each. Adding one twice is as adding it once (3.6).
        var dependencies: UInt64 = 0
        /// Those that were added when they had no effect any more (3.9).
        var lateDependencies: UInt64 = 0
        /// The operations that have finished.
        var finished: UInt64 = 0

        /// Whether dependencies hold the operation back.
        var isHeldBack: Bool { dependencies & ~finished != 0 && !isCancelled }
    }

    enum Action {
        case start, bodyEnds, finish
        case cancel
        /// Cancelling the whole queue, when it isn't known whether the operation was in it.
        case mayCancel
        case addDependency(Int)
        /// Removes a dependency that hasn't finished.
        case removeDependency(Int)
        /// Removes one that may be about to finish: then the finish releases the operation, and not this.
        case removeFinishing(Int)
        /// The finish of another operation reaches this one. No rule says that it does so at the moment of the finish.
        case finishes(Int)
        case read(FuzzCall.Property, Bool)
    }

    static func next(_ state: State, _ action: Action) -> [State] {
        var next = state
        switch action {
        case .start:
            // A cancelled one that hasn't started finishes without its body (2.3), and dependencies hold others back (3.1).
            guard state.phase == .waiting, !state.isCancelled, !state.isHeldBack else { return [] }
            next.phase = .executing
        case .bodyEnds:
            guard state.phase == .executing else { return [] }
            next.phase = .bodyEnded
        case .finish:
            switch state.phase {
            case .bodyEnded, .left: break
            case .waiting where state.isCancelled: break
            case .waiting, .executing, .finished: return []
            }
            next.phase = .finished
        case .cancel:
            // After the finish, a cancel has no effect (2.2).
            if state.phase != .finished { next.isCancelled = true }
        case .mayCancel:
            next.isCancelled = true
            return state.phase == .finished || state.isCancelled ? [state] : [next, state]
        case .addDependency(let other):
            if state.phase == .waiting {
                next.dependencies |= 1 << other
            } else {
                next.lateDependencies |= 1 << other
            }
        case .removeDependency(let other), .removeFinishing(let other):
            next.dependencies &= ~(1 << other)
            next.lateDependencies &= ~(1 << other)
            if case .removeFinishing = action { return [next, state] }
        case .finishes(let other): next.finished |= 1 << other
        case .read(let property, let value): return read(property, value, state)
        }
        return [next]
    }

    private static func read(_ property: FuzzCall.Property, _ value: Bool, _ state: State) -> [State] {
        switch property {
        case .isCancelled: return state.isCancelled == value ? [state] : []
        case .isFinished: return (state.phase == .finished) == value ? [state] : []
        case .isReady:
            // A late dependency makes nothing of it known (1.23).
            if state.lateDependencies != 0 { return [state] }
            // A finished operation reports ready (1.12), a cancelled one too (2.5).
            let isReady = state.phase == .finished || !state.isHeldBack
            return isReady == value ? [state] : []
        case .isExecuting:
            if state.phase == .bodyEnded, !value {
                var next = state
                next.phase = .left
                return [next]
            }
            let executes = state.phase == .executing || state.phase == .bodyEnded
            return executes == value ? [state] : []
        }
    }

    static func sentence(_ action: Action) -> ModelSentence {
        switch action {
        case .start: .cancelledNeverRuns
        case .read(.isExecuting, _): .executing
        case .read(.isFinished, _): .finished
        case .read(.isCancelled, _): .cancelled
        case .read(.isReady, _): .ready
        case .bodyEnds, .finish, .cancel, .mayCancel, .addDependency, .removeDependency, .removeFinishing,
            .finishes:
            .finished
        }
    }
}

/// A setting of a queue: what is read is what was set last.
enum SettingModel: ReferenceModel {
    enum Action {
        case set(Int)
        case read(Int, ModelSentence)
    }

    static func next(_ state: Int, _ action: Action) -> [Int] {
        switch action {
        case .set(let value): [value]
        case .read(let value, _): value == state ? [state] : []
        }
    }

    static func sentence(_ action: Action) -> ModelSentence {
        if case .read(_, let sentence) = action { sentence } else { .limitRead }
    }
}
