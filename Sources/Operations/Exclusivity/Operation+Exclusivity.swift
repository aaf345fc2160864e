internal import ConcurrencyPrimitives

/// How an operation that shares categories gets its turn.
///
/// Whoever finds it *eligible* (its dependencies have ended, its conditions have passed) enters it in the lines, and sets
/// `exclusive` and `contends`; until that thread announces what it has found, no queue can claim the operation. From then
/// on the queue asks the controller whenever it would start it. With the turn the queue clears `contends` and lists the
/// operation, so that the claim takes categories and slot in one step; it sets `contends` again when the operation has to
/// stand aside. Only the queue does either, under its lock or in its actor; but `cancel` clears `contends` for good in the
/// step that sets `cancelled`, after which nobody sets it.
///
/// The categories are given on when the operation has finished, or is cancelled and will not run. A thread that enters an
/// operation looks afterwards whether one of these has come about meanwhile, and found nobody in the lines.
extension Operation {
    /// Joins the lines of its categories, if it has any. Called once, by the thread that found the operation eligible.
    package final func becomeEligible() {
        guard withExclusivityEntry({ ExclusivityController.enter(self, $0) }) != nil else { return }
        let (_, after) = updateUntold { state in
            if state.isUnderWay || state.has(OperationState.cancelled) { return nil }
            // Who ends it from now on takes it out of the lines.
            return OperationState(word: state.word | OperationState.exclusive | OperationState.contends)
        }
        if !after.has(OperationState.contends) { leaveLines() }
    }

    /// Leaves the lines if the operation is cancelled and will not run.
    package final func leaveLinesIfCancelled() {
        let state = snapshot
        guard state.has(OperationState.exclusive), state.has(OperationState.cancelled) else { return }
        // Who begins it from now on finds it cancelled.
        if !state.has(OperationState.executing) { leaveLines() }
    }

    /// The operation has ended, or will not run: it gives its categories on.
    ///
    /// - Parameter worker: The worker that it has ended on, and that reports the end; nil if it hasn't ended, or elsewhere.
    final func leaveLines(_ worker: UnsafeMutablePointer<Worker>? = nil) {
        var turns = ExclusivityController.leave(self)
        while let next = turns.removeFirst() {
            // Written before an operation stands in line. If the other one was ended by hand, its queue may have gone, and this
            // one's have its address: then that finds the operation outside of it, and does nothing.
            if let worker, next.ownerWord.bits == ownerWord.bits {
                worker.pointee.ended?.add(released: next)
            } else {
                next.turnDidCome()
            }
        }
    }

    /// It is the operation's turn: its queue looks at it again, or takes it in.
    package final func turnDidCome() {
        queueIfUnfinished(since: OperationState.added)?.operationMayStart(self)
    }

    /// Whether the queue may leave the operation in its inbox until somebody gives it the turn, for the thread that has just put it
    /// there.
    package final var awaitsTurn: Bool { withExclusivityEntry { $0.awaitsTurn } ?? false }

    // MARK: For the queue

    /// Whether only others of its categories may hold the operation back.
    package final var contends: Bool { snapshot.has(OperationState.contends) }

    /// Whether the operation shares categories, and is eligible.
    package final var isExclusive: Bool { snapshot.has(OperationState.exclusive) }

    /// Whether nothing but its turn may be missing.
    package final var isReleased: Bool { snapshot.isReleased }

    /// It is its turn.
    package final func takeTurn() {
        updateUntold { OperationState(word: $0.word & ~OperationState.contends) }
    }

    /// It has to get its turn anew. False if it will not run, or is under way.
    package final func contendAnew() -> Bool {
        let (_, after) = updateUntold { state in
            if state.isUnderWay || state.has(OperationState.cancelled) { return nil }
            return OperationState(word: state.word | OperationState.contends)
        }
        return after.has(OperationState.contends)
    }
}
