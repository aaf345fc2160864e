internal import ConcurrencyPrimitives
internal import Operations

/// What a queue decides for its workers.
extension SchedulingCore {
    /// A worker reports what it has run, if anything, and asks what to do next.
    @inline(__always)
    mutating func nextStep(for worker: borrowing Worker, _ actions: inout QueueActions) -> WorkerStep {
        // Nobody asks at other times which operation a worker is at.
        var wasReplaced = false
        if worker.seat.bits == 0 || isWatchArmed || !seats.areAllWorking {
            wasReplaced = seats.noteVisit(of: worker) && worker.operation == nil
        }
        let step = decideStep(for: worker, wasReplaced: wasReplaced, &actions)
        if case .end = step { seats.leave(worker) }
        return step
    }

    /// - Parameter wasReplaced: Whether the worker has come from a completion block, and others counted on it no longer.
    @inline(__always)
    private mutating func decideStep(
        for worker: borrowing Worker, wasReplaced: Bool, _ actions: inout QueueActions
    ) -> WorkerStep {
        let isOfGeneration = worker.generation == generation
        if let operation = worker.operation {
            takeBack(operation, from: worker, &actions)
        } else {
            if isOfGeneration, !wasReplaced { searching -= 1 }
            if let isShort = worker.wasBlockShort { note(blockIsShort: isShort) }
        }
        let mayGoOn = isOfGeneration && worker.count < settings.strategy.operationsPerWorker
        // An observer may take its time: the worker leaves the next operation to another.
        if actions.notifiesObservers || !mayGoOn { return .end }
        if worker.ended?.completion != nil { return complete(worker) }
        while canStart, let operation = ready.popFirst() {
            // A dependency may have been added since, or the end announced: then it waits, or leaves soon.
            guard operation._withUnsafeGuaranteedRef({ $0.claim() }) else {
                operation._withUnsafeGuaranteedRef { if $0.isExclusive { takeTurnBack($0, &actions) } }
                continue
            }
            operation._withUnsafeGuaranteedRef { $0.membership.start(onSeat: worker.seat.bits) }
            busy += 1
            let quality = operation._withUnsafeGuaranteedRef { $0.ownQuality }
            if quality.map({ $0 == worker.quality }) ?? worker.isStandard { return .run(operation) }
            operation._withUnsafeGuaranteedRef { $0.membership.start(onSeat: 0) }
            actions.rare.handedOn = WorkerAssignment(
                generation: generation, ownQuality: quality, operation: operation)
            actions.rare.dispatchQueue = settings.underlyingQueue
            return .end
        }
        guard worker.operation != nil || worker.wasBlockShort != nil, searching == 0,
            settings.strategy.pauses > 0, !isSuspended,
            busy < slots
        else { return .end }
        searching += 1
        return .poll
    }

    // MARK: Completion blocks

    // A completion block is a client's code and may take its time, so it must not hold up the queue. To have another worker
    // started for each would cost more than most blocks take. So the queue learns how long they take. After some short ones
    // it lets the worker call the block and come back, as one that searches; a watch looks whether it does, and has it
    // replaced if not. After a long one it has another worker started each time, until there were enough short ones again.

    /// After so many short blocks, the next is taken to be short.
    private static var manyShortBlocks: Int { 6 }

    private mutating func note(blockIsShort isShort: Bool) {
        shortBlocks = isShort ? min(shortBlocks + 1, Self.manyShortBlocks) : 0
    }

    /// A worker is going to call a completion block. It comes back where something could start.
    private mutating func complete(_ worker: borrowing Worker) -> WorkerStep {
        if !canStart { return .end }
        let isShort = shortBlocks == Self.manyShortBlocks
        if isShort { searching += 1 }
        seats.noteCompletion(of: worker, isAwaited: isShort)
        return .complete
    }

    /// A worker begins that was started for an operation.
    mutating func begin(_ operation: Unmanaged<Operation>, on worker: borrowing Worker) {
        seats.noteVisit(of: worker)
        operation._withUnsafeGuaranteedRef { operation in
            if operation.membership.phase == .starting {
                operation.membership.start(onSeat: worker.seat.bits)
            } else {
                seats.noteEnd(on: worker.seat.bits)
            }
        }
    }

    // MARK: Coming

    /// Makes an operation a member that has been added.
    ///
    /// - Parameter reference: A reference to it, which the list of members takes over.
    @inline(__always)
    mutating func insert(_ reference: Unmanaged<Operation>, _ actions: inout QueueActions) {
        reference._withUnsafeGuaranteedRef { operation in
            let entry = operation.enter()
            if case .finished = entry { return actions.release(reference) }
            members.append(reference)
            if barriers != nil {
                barriers!.append(operation)
                listIfReady(operation, &actions)
            } else if case .released = entry {
                list(operation, &actions)
            } else if case .contending = entry {
                contend(operation, &actions)
            }
        }
    }

    /// A cancelled operation waits for no barrier, so that it holds up none that waits for it (rule 11.4).
    ///
    /// Mutating only so that the core isn't copied for the call.
    private mutating func mayBeListed(_ operation: Operation) -> Bool {
        guard operation.membership.phase == .waiting, operation.isStartable else { return false }
        return barriers == nil || operation.hasBeenCancelled || barriers!.lets(operation)
    }

    /// Puts an operation among the ready ones, if it waits and nothing holds it back.
    mutating func listIfReady(_ operation: Operation, _ actions: inout QueueActions) {
        if mayBeListed(operation) {
            list(operation, &actions)
        } else if operation.contends {
            contend(operation, &actions)
        }
    }

    /// Puts an operation among the ready ones, behind its peers.
    @inline(__always)
    mutating func list(_ operation: Operation, _ actions: inout QueueActions) {
        if settings.strategy.order != .longestPath { return ready.append(operation) }
        listByPath(operation, &actions)
    }

    /// A visit that has found so many looks at no further ones, so that it ends soon.
    private static var mostSeen: Int { 4_096 }

    /// At limit 1 the order decides nothing about when all is done, and rule 5.1 wants that of adding.
    @inline(never)
    private mutating func listByPath(_ operation: Operation, _ actions: inout QueueActions) {
        if settings.limit == 1 { return ready.append(operation) }
        var length = 0
        if operation.isExclusive {
            // It has its turn, so others in other queues may wait for it.
            length = Operation.longestPath
        } else if operation.hasHadDependents {
            let lists = actions.lists
            if lists.seen.count < Self.mostSeen { length = operation.lengthOfPath(seen: &lists.seen) }
        }
        ready.insert(operation, pathLength: length)
    }

    /// Lists in the order of adding what is listed by the length of its path.
    mutating func listByArrival() {
        for operation in members where operation.membership.phase == .listed {
            ready.remove(operation)
            ready.append(operation)
        }
    }

    private mutating func listFirstIfReady(_ operation: Operation, _ actions: inout QueueActions) {
        if mayBeListed(operation) {
            ready.prepend(operation)
        } else if operation.contends {
            contend(operation, &actions)
        }
    }

    /// Does so with those that an operation's end has released, where the strategy wants them.
    private mutating func listReleased(
        _ first: Operation, _ others: [Operation], _ actions: inout QueueActions
    ) {
        guard settings.strategy.order == .dependentsFirst else {
            listIfReady(first, &actions)
            for operation in others { listIfReady(operation, &actions) }
            return
        }
        for operation in others.reversed() { listFirstIfReady(operation, &actions) }
        listFirstIfReady(first, &actions)
    }

    // MARK: Leaving

    // The end of an operation may be announced by another thread, and the operation may leave the queue, while its `start` is
    // still running or about to. So whichever of the two comes last, that thread or the worker, lets go of the reference that
    // the list of members held.

    /// A worker has returned from the `start` of an operation.
    @inline(__always)
    private mutating func takeBack(
        _ reference: Unmanaged<Operation>, from worker: borrowing Worker, _ actions: inout QueueActions
    ) {
        if let released = worker.ended?.released {
            listReleased(released, worker.ended?.furtherReleased ?? [], &actions)
        }
        if worker.ended?.hasRunMain == true, progress.countOne() { note(.progress(progress), &actions) }
        reference._withUnsafeGuaranteedRef { operation in
            if operation.membership.phase == .outside {
                actions.release(reference)
            } else if worker.ended != nil {
                busy -= 1
                actions.release(remove(operation, &actions))
            } else if !operation.isClaimed {
                // Its `start` has taken the claim back. What releases it may have come before this visit.
                busy -= 1
                operation.membership.phase = .waiting
                if operation.isExclusive { takeTurnBack(operation, &actions) }
                listIfReady(operation, &actions)
            } else {
                operation.membership.phase = .running
                returned += 1
                if settings.limit < 0 { busy -= 1 }
            }
        }
    }

    /// An operation has come to its end elsewhere than on its worker.
    mutating func endElsewhere(_ operation: Operation, _ actions: inout QueueActions) {
        switch operation.membership.phase {
        case .outside: return
        case .listed: ready.remove(operation)
        case .waiting: break
        case .running:
            returned -= 1
            if settings.limit >= 0 { busy -= 1 }
        case .starting:
            busy -= 1
            // Its worker, which is inside `start`, lets go of the reference.
            let seat = operation.membership.seat
            if seat != 0 { seats.noteEnd(on: seat) }
            _ = remove(operation, &actions)
            return
        }
        actions.release(remove(operation, &actions))
    }

    /// Removes a member from the queue; the reference to it is the caller's then.
    @inline(__always)
    private mutating func remove(
        _ operation: Operation, _ actions: inout QueueActions
    ) -> Unmanaged<Operation> {
        let next = operation.membership.next
        let reference = members.remove(operation)
        if observers != nil { noteCount(from: members.count + 1, &actions) }
        if barriers != nil { passBarriers(operation, next, &actions) }
        return reference
    }

    /// Lets those start that a member which has left held back.
    ///
    /// - Parameter next: What stood behind it.
    private mutating func passBarriers(
        _ operation: Operation, _ next: Unmanaged<Operation>?, _ actions: inout QueueActions
    ) {
        if barriers!.remove(operation) {
            var next = next
            while let operation = next?.takeUnretainedValue(), barriers!.lets(operation) {
                listIfReady(operation, &actions)
                next = operation.membership.next
            }
        }
        if let barrier = barriers!.startable { listIfReady(barrier.takeUnretainedValue(), &actions) }
        if barriers!.isEmpty {
            lastSegment = barriers!.last
            barriers = nil
        }
    }
}
