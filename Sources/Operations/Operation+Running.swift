internal import ConcurrencyPrimitives

extension Operation {
    /// Takes the operation into execution on the calling thread. False if there is nothing to run: it has
    /// finished already, or is cancelled and has been ended here.
    package final func begin() -> Bool {
        let (changed, before) = update { state in
            if state.has(OperationState.finished) { return nil }
            if state.has(OperationState.executing) {
                misuse("1.9", "start() was called on \(self.described), which is executing.")
            }
            if !state.has(OperationState.claimed) {
                if state.has(OperationState.added) {
                    misuse("1.11", "start() was called by hand on \(self.described), which is in a queue.")
                }
                if !isReady {
                    misuse("1.10", "start() was called on \(self.described), which isn't ready.")
                }
            }
            let next =
                state.has(OperationState.cancelled) ? OperationState.finished : OperationState.executing
            return OperationState(word: state.word | next)
        }
        guard changed else { return false }
        if before.has(OperationState.cancelled) {
            afterFinish(before)
            return false
        }
        return true
    }

    /// Ends the operation. The first call wins; all others do nothing.
    package final func finish() {
        let (changed, before) = update { state in
            if state.has(OperationState.finished) { return nil }
            return OperationState(word: state.word & ~OperationState.executing | OperationState.finished)
        }
        if changed { afterFinish(before) }
    }

    /// What follows the end, once, in this order: dependents released, waiters woken, slot given on and out
    /// of the queue, completion block.
    private func afterFinish(_ before: OperationState) {
        let worker = WorkerContext.current(for: self)
        let isMember = before.has(OperationState.member)
        var completionBlock: (@Sendable () -> Void)?
        var owner: (any OperationOwner)?
        if before.has(OperationState.shared) {
            let taken = links.withLock { links in
                defer { links.value = Links(name: links.value.name) }
                if isMember && worker == nil { owner = self.owner }
                return links.value
            }
            completionBlock = taken.completionBlock
            for dependent in taken.dependents { dependent.dependencyDidFinish(worker) }
            for waiter in taken.waiters { waiter.wake() }
            if before.count > 0 { forgetDependencies() }
        } else if isMember && worker == nil {
            owner = self.owner
        }
        if let worker {
            return worker.pointee.finished(completionBlock: completionBlock)
        }
        owner?.operationDidFinish(self)
        completionBlock?()
    }

    /// The queue, to be told something; nil once the operation has finished.
    ///
    /// Only after having set `shared` while `member` was set and `finished` was not.
    final func ownerIfUnfinished() -> (any OperationOwner)? { links.withLock { _ in owner } }

    /// What stands in a message: the name, or the class.
    var described: String { name.map { "the operation '\($0)'" } ?? "an operation (\(type(of: self)))" }
}

// MARK: - Waiting and completion

extension Operation {
    /// Runs once, after the operation has finished and left its queue; then it is let go, and reads nil.
    ///
    /// Setting it once the operation has finished does nothing.
    ///
    /// Verified by rule 9.5.
    public final var completionBlock: (@Sendable () -> Void)? {
        get { links.withLock { $0.ifPresent?.completionBlock } }
        set { shareLinks { $0.completionBlock = newValue } }
    }

    /// Blocks the calling thread until the operation has finished.
    ///
    /// Never call it on a thread of the cooperative pool: in a task, `await` instead.
    ///
    /// Verified by rule 9.1.
    public final func waitUntilFinished() {
        if hasFinished { return }
        Waiter.block { waiter in shareLinks { $0.waiters.append(waiter) } }
    }

    /// Returns when the operation has finished.
    ///
    /// Verified by rule 9.1.
    public final func waitUntilFinished() async {
        if hasFinished { return }
        await Waiter.suspend { waiter in shareLinks { $0.waiters.append(waiter) } }
    }

    /// Changes the links, and makes sure that whoever ends the operation looks at them. False, and nothing
    /// is changed, if it has ended already.
    @discardableResult
    final func shareLinks(_ change: (inout Links) -> Void) -> Bool {
        links.withLock { links in
            let (_, before) = update { state in
                if state.has(OperationState.finished) { return nil }
                return OperationState(word: state.word | OperationState.shared)
            }
            if before.has(OperationState.finished) { return false }
            change(&links.value)
            return true
        }
    }
}
