internal import Operations

/// What a worker does with its queue.
extension SchedulingCore {
    /// What a worker does next.
    enum Step {
        /// Starts an operation, which the core keeps alive until the worker asks again.
        case start(Unmanaged<Operation>)
        /// Waits a little for something to come, and asks again.
        case linger
        /// Gives its thread back.
        case end
    }

    /// A worker has done with an operation, and asks what to do next.
    ///
    /// The end of an operation may be announced by another thread, and it may leave the queue, while its `start` is
    /// still running or about to. So whoever of the two comes last, that one or the worker, lets go of the reference
    /// that the list of members held.
    @inline(__always)
    mutating func advance(_ report: borrowing WorkerLife.Report, _ actions: inout QueueActions) -> Step {
        let isAtItsPlace = report.era == era
        if let operation = report.operation {
            if let released = report.outcome.released {
                look(atReleased: released, report.outcome.rest?.released ?? [])
            }
            if report.outcome.hasRunMain, progress.countOne() { note(.progress(progress), &actions) }
            comeBack(from: operation, isFinished: report.outcome.isFinished, &actions)
        } else if isAtItsPlace {
            searching -= 1
        }
        if !isAtItsPlace { return .end }
        // A completion block or an observer may take its time: the worker gives its place on before it calls them.
        let hasCalls = report.outcome.rest?.completionBlock != nil || actions.rest?.observers != nil
        if hasCalls || report.count >= settings.strategy.operationsPerWorker { return .end }
        if let next = claimNext() { return .start(next) }
        guard report.operation != nil, searching == 0, settings.strategy.pauses > 0, !isSuspended,
            running < slots
        else { return .end }
        searching += 1
        return .linger
    }

    // MARK: Steps

    /// - Parameter operation: A reference, which the list of members takes over.
    @inline(__always)
    mutating func insert(_ reference: Unmanaged<Operation>, _ actions: inout QueueActions) {
        reference._withUnsafeGuaranteedRef { operation in
            let entry = operation.enter()
            if entry == .finished { return actions.leave(reference) }
            members.append(reference)
            if barriers != nil {
                barriers!.append(operation)
                look(at: operation)
            } else if entry == .released {
                ready.append(operation)
            }
        }
    }

    /// A cancelled operation waits for no barrier, so that it holds up none that waits for it (rule 11.4).
    private func mayBeListed(_ operation: Operation) -> Bool {
        guard operation.membership.place == .waiting, operation.isReleased else { return false }
        return barriers == nil || operation.hasBeenCancelled || barriers!.lets(operation)
    }

    mutating func look(at operation: Operation) {
        if mayBeListed(operation) { ready.append(operation) }
    }

    @inline(__always)
    private mutating func look(atReleased first: Operation, _ others: [Operation]) {
        guard settings.strategy.startsDependentsFirst else {
            look(at: first)
            for operation in others { look(at: operation) }
            return
        }
        for operation in others.reversed() where mayBeListed(operation) { ready.prepend(operation) }
        if mayBeListed(first) { ready.prepend(first) }
    }

    /// An operation has come to its end elsewhere than on its worker.
    mutating func leave(_ operation: Operation, _ actions: inout QueueActions) {
        switch operation.membership.place {
        case .outside: return
        case .listed: ready.remove(operation)
        case .waiting: break
        case .running: running -= 1
        case .starting:
            running -= 1
            // Its worker, which is inside `start`, lets go of the reference.
            _ = takeOut(operation, &actions)
            return
        }
        actions.leave(takeOut(operation, &actions))
    }

    /// A worker has returned from the `start` of an operation.
    @inline(__always)
    private mutating func comeBack(
        from reference: Unmanaged<Operation>, isFinished: Bool, _ actions: inout QueueActions
    ) {
        reference._withUnsafeGuaranteedRef { operation in
            if operation.membership.place == .outside {
                actions.leave(reference)
            } else if isFinished {
                running -= 1
                actions.leave(takeOut(operation, &actions))
            } else {
                operation.membership.place = .running
            }
        }
    }

    /// Takes a member out of the queue; the reference to it is the caller's then.
    @inline(__always)
    private mutating func takeOut(
        _ operation: Operation, _ actions: inout QueueActions
    ) -> Unmanaged<Operation> {
        let next = operation.membership.next
        let reference = members.remove(operation)
        if observers != nil { noteCount(from: members.count + 1, &actions) }
        if barriers != nil { passBarriers(operation, next) }
        return reference
    }

    /// Lets those start that a member which has left held back.
    ///
    /// - Parameter next: What stood behind it.
    private mutating func passBarriers(_ operation: Operation, _ next: Unmanaged<Operation>?) {
        if barriers!.remove(operation) {
            var next = next
            while let operation = next?.takeUnretainedValue(), barriers!.lets(operation) {
                look(at: operation)
                next = operation.membership.next
            }
        }
        if let barrier = barriers!.startable { look(at: barrier.takeUnretainedValue()) }
        if barriers!.isEmpty {
            lastSegment = barriers!.last
            barriers = nil
        }
    }

    @inline(__always)
    private mutating func claimNext() -> Unmanaged<Operation>? {
        while canStart, let operation = ready.popFirst() {
            // A dependency may have been added since, or the end announced: then it waits, or leaves soon.
            guard operation._withUnsafeGuaranteedRef({ $0.claim() }) else { continue }
            operation._withUnsafeGuaranteedRef { $0.membership.place = .starting }
            running += 1
            return operation
        }
        return nil
    }
}
