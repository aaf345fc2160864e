internal import ConcurrencyPrimitives

/// How an operation becomes ready, where a subclass has a say in it.
///
/// The answer of a subclass to `isReady` is code of a client, and is asked for under no lock. So who changes what it
/// depends on (takes the last dependency away, announces, cancels what isn't ready) sets `evaluating` in that very step, which
/// keeps the queue from starting the operation; then asks, and puts the answer into the word. One asks at a time: who finds
/// `evaluating` set sets `reconsidering` and goes away, and the other asks again before it gives `evaluating` back. So
/// the answer that counts was asked for after the last change. How it is reported: ``OperationChange``.
extension Operation {
    /// What follows a step that may have released the operation.
    enum Release { case nothing, tellQueue, ask }

    /// Does what a step asks for. Under no lock.
    ///
    /// - Parameter worker: The worker that the caller runs on, which reports to its queue later. It is inside the end of the operation that it
    ///   runs.
    func follow(_ release: Release, _ worker: UnsafeMutablePointer<Worker>? = nil) {
        tellObservers(snapshot)
        switch release {
        case .nothing: return
        case .ask: if !askUntilSettled() { return }
        case .tellQueue: break
        }
        guard let owner = ownerIfUnfinished() else { return }
        if let worker, worker.pointee.queue === owner {
            worker.pointee.ended?.add(released: self)
        } else {
            owner.operationMayStart(self)
        }
    }

    /// Has `isReady` asked after now: here, or by whoever asks already. Tells nobody.
    func askAnew() {
        let (_, before) = update { $0.toBeAsked }
        if before.release == .ask { _ = askUntilSettled() }
    }

    /// Has the operation prepare in the thread that adds it, and asked for its readiness from then on. False, and nothing is
    /// changed, if it has been added, or started.
    package final func prepareWhenAdded() -> Bool {
        let (before, _) = updateUntold { state in
            if state.has(OperationState.added) || state.isUnderWay { return nil }
            return OperationState(
                word: (state.word | OperationState.prepares) & ~OperationState.readinessIsOurs)
        }
        return !before.has(OperationState.added) && !before.isUnderWay
    }

    /// Whether ``prepareWhenAdded()`` was called, and returned true.
    package final var preparesWhenAdded: Bool { snapshot.has(OperationState.prepares) }

    /// Whether the operation has a dependency, or has had one.
    package final var hasHadDependencies: Bool { snapshot.has(OperationState.hasDependencies) }

    /// A subclass says that its answer has changed.
    package final func readinessDidChange() {
        while true {
            let (changed, before) = update(\.announced)
            if changed { return follow(before.release == .ask ? .ask : .nothing) }
            // Who asks already sees what was written before this call only if this step comes before it asks anew: a load may come
            // before a store of the client's, and a step that changes the word may not.
            let now = OperationState(word: state.formUnion(0))
            guard let after = now.announced, after != now else { return }
        }
    }

    /// Undoes ``claim()``, for a `start` that finds that it must not begin, and has changed what `isReady` answers. That is asked
    /// here. The queue takes the operation back when `start` returns, and starts it again when it is ready.
    package final func giveClaimBack() {
        let (changed, before) = update { state in
            if state.has(OperationState.executing | OperationState.finished) { return nil }
            return OperationState(word: state.word & ~OperationState.claimed).toBeAsked
        }
        guard changed else { return }
        tellObservers(before)
        // Nobody needs to be notified: the queue looks at the operation when it takes it back.
        if before.release == .ask { _ = askUntilSettled() }
    }

    /// Asks, having set `evaluating`, until nothing has changed meanwhile. True if the queue has to look at the operation.
    private func askUntilSettled() -> Bool {
        while true {
            update { OperationState(word: $0.word & ~OperationState.reconsidering) }
            let isReady = isReady
            var after = OperationState.initial
            let (changed, before) = update { state in
                if state.has(OperationState.reconsidering) { return nil }
                let bare = state.word & ~(OperationState.evaluating | OperationState.held)
                after = OperationState(word: bare | (isReady ? 0 : OperationState.held))
                return after
            }
            if !changed { continue }
            tellObservers(before)
            return isReady && after.has(OperationState.member) && !after.isUnderWay
        }
    }
}

extension OperationState {
    /// Whether the operation is in no queue, and a subclass may answer `isReady`: then that is asked when a dependency is
    /// added, and when the last one ends (rule 1.26). One that prepares evaluates nothing before it is added.
    var isAskedOutsideQueues: Bool { !has(Self.readinessIsOurs | Self.prepares | Self.added) }

    /// What follows if this state may be that of an operation which is now to be looked at.
    var release: Operation.Release {
        if has(Self.readinessIsOurs) { return has(Self.member) ? .tellQueue : .nothing }
        return has(Self.evaluating) ? .nothing : .ask
    }

    /// Whether a cancel may change the answer of a subclass. It doesn't where the queue counts on a yes already: to ask again would
    /// hold the operation back meanwhile, and cost it its place among the ready ones (rule 2.17).
    var isAskedWhenCancelled: Bool { !isUnderWay && !(has(Self.added) && isReleased) }

    /// What follows if this state is that of an operation which is cancelled now.
    var releaseByCancel: Operation.Release {
        if isUnderWay { return .nothing }
        // It waits for no barrier any more, and for no turn.
        if !isAskedWhenCancelled { return has(Self.member) ? .tellQueue : .nothing }
        return release
    }

    /// This state once a subclass has said that its answer is another; nil if that changes nothing any more.
    var announced: OperationState? {
        if isUnderWay || has(Self.readinessIsOurs) { return nil }
        return OperationState(word: word | Self.shared).toBeAsked
    }

    /// This state with a note that `isReady` has to be asked, if a subclass may answer.
    var toBeAsked: OperationState {
        if has(Self.readinessIsOurs) { return self }
        return OperationState(word: word | (has(Self.evaluating) ? Self.reconsidering : Self.evaluating))
    }
}
