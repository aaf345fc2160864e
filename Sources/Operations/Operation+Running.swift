internal import ConcurrencyPrimitives

extension Operation {
    /// Takes the operation into execution on the calling thread. False if there is nothing to run: it has
    /// finished already, or is cancelled and has been ended here, or a dependency was added just now.
    package final func begin() -> Bool {
        switch begin(ifCancelled: 0) {
        case .toRun: return true
        case .asCancelled:
            finish(tellingWorker: true)
            return false
        case .notAtAll: return false
        }
    }

    /// How ``begin(ifCancelled:)`` came out.
    package enum Beginning {
        /// The operation executes now.
        case toRun
        /// It has been cancelled.
        case asCancelled
        /// It has finished before; or a queue's worker has called, and a dependency was added after the queue had decided: then
        /// the operation goes back, and starts another time (rule 3.10).
        case notAtAll
    }

    /// Takes the operation into execution on the calling thread, unless it is cancelled: then nothing is changed.
    package final func beginUnlessCancelled() -> Beginning { begin(ifCancelled: 0) }

    /// Takes the operation into execution on the calling thread, also if it is cancelled.
    package final func beginEvenIfCancelled() -> Beginning { begin(ifCancelled: OperationState.executing) }

    /// Takes the claim of the queue back if a dependency was added since (rule 3.10). Asked before anything else is done, also
    /// for a subclass whose `start` doesn't begin the operation by itself.
    @inline(__always)
    package final func goBackIfDelayed() -> Bool { goBackIfDelayed(snapshot) }

    /// The same for who has just read the word.
    @inline(__always)
    final func goBackIfDelayed(_ state: OperationState) -> Bool { state.count > 0 && goBack() }

    @inline(never)
    private func goBack() -> Bool {
        let (changed, before) = update { state in
            guard state.isDelayed, isOnWorker else { return nil }
            return OperationState(word: state.word & ~OperationState.claimed)
        }
        if changed { tellObservers(before) }
        return changed
    }

    /// - Parameters:
    ///   - bits: What is set if the operation is cancelled.
    ///   - delayed: Whether it begins though a dependency was added after the queue had decided.
    @inline(__always)
    private func begin(ifCancelled bits: UInt64, evenIf delayed: Bool = false) -> Beginning {
        // Asked before the word is changed, and only if no queue has decided: a subclass may answer.
        let mayBegin = snapshot.has(OperationState.claimed) || isReady
        // The change must not refer to the operation: that would retain it.
        let (changed, before) = update { state in
            if state.hasBegun || state.isDelayed && !delayed { return nil }
            if !state.has(OperationState.claimed), state.has(OperationState.added) || !mayBegin { return nil }
            let next = state.has(OperationState.cancelled) ? bits : OperationState.executing
            return OperationState(word: state.word | next)
        }
        if changed { tellObservers(before) }
        if before.isClaimedAlone { return .toRun }
        if before.has(OperationState.finished) { return .notAtAll }
        if before.isDelayed, !delayed { return beginDelayed(ifCancelled: bits) }
        checkStart(from: before, mayBegin: mayBegin)
        return before.has(OperationState.cancelled) ? .asCancelled : .toRun
    }

    /// Goes back to the queue, unless the dependency has gone, or the calling thread isn't the queue's worker: elsewhere the queue
    /// would not learn of it.
    @inline(never)
    private func beginDelayed(ifCancelled bits: UInt64) -> Beginning {
        goBack() ? .notAtAll : begin(ifCancelled: bits, evenIf: !isOnWorker)
    }

    private var isOnWorker: Bool { Worker.running(self) != nil }

    /// Ends the process if the operation must not start in `state`.
    private func checkStart(from state: OperationState, mayBegin: Bool) {
        func refuse(_ rule: String, _ how: String) -> Never {
            misuse(rule, "start() was called on \(described), \(how).")
        }
        if state.has(OperationState.executing) { refuse("1.9", "which is executing") }
        if state.has(OperationState.claimed) { return }
        if state.has(OperationState.added) { refuse("1.11", "by hand, which is in a queue") }
        if !mayBegin { refuse("1.10", "which isn't ready") }
    }

    /// Ends the operation. The first call wins; all others do nothing.
    ///
    /// What follows the end, once, in this order: end noted, dependents released, categories given on, ``_endDidCome()``, end handlers
    /// called, waiters woken, slot given on and out of the queue, completion block.
    ///
    /// - Parameter tellingWorker: Whether the call is the last thing that `start` does. Then, if a queue's
    ///   worker has called that, it is left to the worker to tell the queue, which it does when `start`
    ///   returns. A subclass may announce its end and go on for long, so it tells the queue itself.
    package final func finish(tellingWorker: Bool) {
        let (changed, before) = update { state in
            if state.has(OperationState.finished) { return nil }
            return OperationState(word: state.word & ~OperationState.executing | OperationState.finished)
        }
        guard changed else { return }
        tellObservers(before)
        let worker = tellingWorker ? Worker.running(self) : nil
        worker?.pointee.ended = EndedOperation(hasRunMain: before.has(OperationState.executing))
        var completion: Completion?
        if before.has(OperationState.shared) {
            let taken = takeLinks()
            if let block = taken.completionBlock {
                completion = Completion(operation: self, block: block)
                tellObservers(before)
            }
            // Observers and end handlers may take their time, and wait for a dependent: its queue hears of it before. (Where no slot
            // is free it waits still: that of this operation is given on last.)
            let hasHandlers =
                before.has(OperationState.announcesEnd) || taken.rare?.endHandlers.isEmpty == false
            let reporter = hasHandlers ? nil : worker
            for note in taken.rare?.endNotes ?? [] { note(self) }
            taken.forEachDependent { dependent in
                if Trace.isOn { Trace.note(.released, Trace.address(self), Trace.address(dependent)) }
                dependent.dependencyDidFinish(reporter)
            }
            if before.has(OperationState.exclusive) { leaveLines(reporter) }
            if before.has(OperationState.announcesEnd) { _endDidCome() }
            for handler in taken.rare?.endHandlers ?? [] { handler(self) }
            taken.forEachWaiter { $0.wake() }
            if before.count > 0 { forgetDependencies() }
        } else if before.has(OperationState.exclusive | OperationState.announcesEnd) {
            let announces = before.has(OperationState.announcesEnd)
            if before.has(OperationState.exclusive) { leaveLines(announces ? nil : worker) }
            if announces { _endDidCome() }
        }
        if let worker {
            if let completion { worker.pointee.ended?.completion = completion }
            return
        }
        if Trace.isOn { Trace.note(.ended, Trace.address(self)) }
        // A member stays one until this call, so its queue is alive.
        if before.has(OperationState.member) { owner?.operationDidFinish(self) }
        // The caller may be a task, and a completion block may block.
        if let completion { WorkerThread.start(completion.run) }
    }

    /// Takes out what is to be notified of the end, and leaves what outlives it. In one step: a token that stayed could be moved
    /// to where nobody looks any more.
    private func takeLinks() -> Boxed<Links> {
        links.withLock { links in
            var taken = links.take()
            guard let rare = taken.rare else { return taken }
            rare.earlyDependents.makeReferences()
            if let block = taken.completionBlock {
                rare.observers?.log.note(.changed(.completionBlock, from: .block(block), to: .block(nil)))
            }
            if rare.outlivesEnd {
                links.value.rare = rare
                taken.value.rare = rare.takeForEnd()
            }
            return taken
        }
    }

    /// The queue, to be notified of something; nil once the operation has finished.
    ///
    /// Only after having set `shared` while `member` was set and `finished` was not, or `added` for an operation that stands in line
    /// for a category. As long as the operation hasn't finished under this lock, who ends it, or takes it out of the inbox as ended,
    /// has yet to take the lock before it leaves its queue; so the queue is alive when it is retained here.
    final func ownerIfUnfinished() -> (any OperationOwner)? {
        links.withLock { _ in hasFinished ? nil : owner }
    }

    /// The queue that holds the operation; nil if none does, or if the operation has finished.
    package final var queueIfUnfinished: (any OperationOwner)? {
        queueIfUnfinished(since: OperationState.member)
    }

    /// - Parameter bit: `member`; or `added` for who knows that ``ownerWord`` was written.
    @inline(__always)
    final func queueIfUnfinished(since bit: UInt64) -> (any OperationOwner)? {
        let (_, after) = updateUntold { state in
            guard state.has(bit), !state.has(OperationState.finished) else { return nil }
            return OperationState(word: state.word | OperationState.shared)
        }
        return after.has(bit) ? ownerIfUnfinished() : nil
    }

    /// Has `handler` called once when the operation has finished, however it does, on the thread that ends it: under no
    /// lock, when its dependents are released, and before those are woken who wait for it.
    ///
    /// - Parameter note: Called before its dependents are released, so that what it notes stands before the end of any of them. It must
    ///   not wait for another operation.
    /// - Returns: False if it has finished already; then neither is called.
    package final func whenFinished(
        noting note: (@Sendable (Operation) -> Void)? = nil,
        _ handler: @escaping @Sendable (Operation) -> Void
    ) -> Bool {
        shareLinks { links in
            links.changeRare { rare in
                if let note { rare.endNotes.append(note) }
                rare.endHandlers.append(handler)
            }
        }
    }

    /// Has ``_endDidCome()`` called when the operation ends. False if it has ended already.
    package final func announceEnd() -> Bool {
        let (before, _) = updateUntold { state in
            if state.has(OperationState.finished) { return nil }
            return OperationState(word: state.word | OperationState.announcesEnd)
        }
        return !before.has(OperationState.finished)
    }

    /// What stands in a message: the name, or the class.
    package final var described: String {
        name.map { "the operation '\($0)'" } ?? "an operation (\(type(of: self)))"
    }
}

// MARK: - Completion

extension Operation {
    /// ``completionBlock`` as this class knows it, whatever a subclass answers.
    final var ownCompletionBlock: (@Sendable () -> Void)? {
        get { links.withLock { $0.completionBlock } }
        set {
            // The block that was there may hold the last reference to what calls back from its `deinit`, so it
            // is let go outside the lock. (Not by `swap`, for which each block would be wrapped in another.)
            var former: (@Sendable () -> Void)?
            shareLinks { links in
                former = links.completionBlock
                links.completionBlock = newValue
                if former == nil, newValue == nil { return }
                links.rare?.observers?.log.note(
                    .changed(.completionBlock, from: .block(former), to: .block(newValue)))
            }
            tellObservers(snapshot)
        }
    }

    /// Changes the links, and makes sure that whoever ends the operation looks at them. False, and nothing
    /// is changed, if it has ended already.
    @discardableResult
    final func shareLinks(_ change: (inout Links) -> Void) -> Bool {
        links.withLock { links in
            let (before, _) = updateUntold { state in
                if state.has(OperationState.finished) { return nil }
                return OperationState(word: state.word | OperationState.shared)
            }
            if before.has(OperationState.finished) { return false }
            change(&links.value)
            return true
        }
    }
}
