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
            afterFinish(before, tellingWorker: true)
            return false
        }
        return true
    }

    /// Ends the operation. The first call wins; all others do nothing.
    ///
    /// - Parameter tellingWorker: Whether the call is the last thing that `start` does. Then, if a queue's
    ///   worker has called that, it is left to the worker to tell the queue, which it does when `start`
    ///   returns. A subclass may announce its end and go on for long, so it tells the queue itself.
    package final func finish(tellingWorker: Bool) {
        let (changed, before) = update { state in
            if state.has(OperationState.finished) { return nil }
            return OperationState(word: state.word & ~OperationState.executing | OperationState.finished)
        }
        if changed { afterFinish(before, tellingWorker: tellingWorker) }
    }

    /// What follows the end, once, in this order: dependents released, waiters woken, slot given on and out
    /// of the queue, completion block.
    private func afterFinish(_ before: OperationState, tellingWorker: Bool) {
        let worker = tellingWorker ? WorkerContext.current(for: self) : nil
        var completionBlock: (@Sendable () -> Void)?
        if before.has(OperationState.shared) {
            if let taken = takeLinks() {
                completionBlock = taken.completionBlock
                taken.dependents.forEach { $0.dependencyDidFinish(worker) }
                for waiter in taken.waiters { waiter.wake() }
            }
            if before.count > 0 { forgetDependencies() }
        }
        if let worker { return worker.pointee.finished(completionBlock: completionBlock) }
        // A member stays one until this call, so its queue is alive.
        if before.has(OperationState.member) { owner?.operationDidFinish(self) }
        // The caller may be a task, and a completion block may block.
        if let completionBlock { WorkerThread.start(completionBlock) }
    }

    /// Takes out everything but the name and the blocks.
    private func takeLinks() -> Links? {
        links.withLock { links in
            guard let taken = links.ifPresent else { return nil }
            links = Boxed()
            if let name = taken.name { links.value.name = name }
            if !taken.furtherBlocks.isEmpty { links.value.furtherBlocks = taken.furtherBlocks }
            return taken
        }
    }

    /// The queue, to be told something; nil once the operation has finished.
    ///
    /// Only after having set `shared` while `member` was set and `finished` was not. As long as the operation
    /// hasn't finished under this lock, who ends it has yet to take the lock before it leaves its queue; so the
    /// queue is alive when it is retained here.
    final func ownerIfUnfinished() -> (any OperationOwner)? {
        links.withLock { _ in hasFinished ? nil : owner }
    }

    /// What stands in a message: the name, or the class.
    var described: String { name.map { "the operation '\($0)'" } ?? "an operation (\(type(of: self)))" }
}

// MARK: - Waiting and completion

extension Operation {
    /// Runs once, after the operation has finished and left its queue; then it is let go, and reads nil.
    ///
    /// Setting it once the operation has finished does nothing.
    ///
    /// Verified by rules 9.5, 9.6 and 9.8.
    public final var completionBlock: (@Sendable () -> Void)? {
        get { links.withLock { $0.ifPresent?.completionBlock } }
        set {
            // The block that was there may hold the last reference to what calls back from its `deinit`, so it
            // is let go outside the lock.
            var block = newValue
            shareLinks { swap(&$0.completionBlock, &block) }
        }
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
