internal import ConcurrencyPrimitives

/// How the word is read and changed.
extension Operation {
    final var snapshot: OperationState { OperationState(word: state.load()) }

    /// The word for who has asked `isInstrumented`, and got no.
    final var plainSnapshot: OperationState { OperationState(word: state.plainLoad()) }

    /// The end as this class knows it, whatever a subclass answers.
    final var hasFinished: Bool { snapshot.has(OperationState.finished) }

    /// Changes the word until nobody came between; `change`, which calls nothing of a client's, returns nil to leave it.
    /// Returns the word as it was before, and whether it was changed.
    ///
    /// Never under the lock of `links`: what is reported to observers is changed under that. Who calls this sees to it that
    /// they are notified (``tellObservers()``) once it holds no lock.
    @discardableResult
    @inline(__always)
    final func update(_ change: (OperationState) -> OperationState?) -> (
        changed: Bool, before: OperationState
    ) {
        var before = snapshot
        while true {
            if before.has(OperationState.observed) { return updateObserved(change) }
            guard let after = change(before), after != before else { return (false, before) }
            let (exchanged, original) = state.compareExchange(expected: before.word, desired: after.word)
            if exchanged { return (true, before) }
            before = OperationState(word: original)
        }
    }

    /// Changes the word where observers aren't concerned, or where the caller notes the change for them under the lock
    /// of `links`.
    @discardableResult
    final func updateUntold(
        _ change: (OperationState) -> OperationState?
    ) -> (before: OperationState, after: OperationState) {
        var before = snapshot
        while true {
            guard let after = change(before), after != before else { return (before, before) }
            let (exchanged, original) = state.compareExchange(expected: before.word, desired: after.word)
            if exchanged { return (before, after) }
            before = OperationState(word: original)
        }
    }
}
