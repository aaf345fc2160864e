internal import Operations

/// What happens to a queue.
extension SchedulingCore {
    mutating func handle(_ event: QueueEvent, _ actions: inout QueueActions) {
        switch event {
        case .addedAll(let operations):
            let count = members.count
            for operation in operations { insert(Unmanaged.passRetained(operation), &actions) }
            noteCount(from: count, &actions)
        case .addedBarrier(let barrier): add(barrier: barrier, &actions)
        case .mayStart(let operation): listIfReady(operation, &actions)
        case .finished(let operation): endElsewhere(operation, &actions)
        case .priorityChanged(let operation):
            if operation.membership.phase == .listed {
                ready.remove(operation)
                list(operation, &actions)
            }
        case .waitsInside(let waits, let seat): seats.note(waits, of: seat)
        case .look: if !needsWatch { disarmWatch() }
        case .looked(let seen): note(seen)
        case .suspended(let suspended):
            if settings.isMain || settings.isSuspended == suspended { return }
            settings.isSuspended = suspended
            reconsiderExclusives(&actions)
            note(.isSuspended(suspended), &actions)
        case .limited(let limit):
            if settings.isMain || settings.limit == limit { return }
            note(.maxConcurrentOperationCount(from: settings.limit, to: limit), &actions)
            let isStop = (settings.limit == 0) != (limit == 0)
            setLimit(limit)
            if limit == 1, settings.strategy.order == .longestPath { listByArrival() }
            if isStop { reconsiderExclusives(&actions) }
        case .named(let name):
            if settings.isMain || settings.name == name { return }
            note(.name(from: settings.name, to: name), &actions)
            settings.name = name
        case .planned(let total):
            if progress.totalUnitCount == total { return }
            progress.totalUnitCount = total
            note(.progress(progress), &actions)
        case .cancelledAll:
            actions.rare.cancelled += membersToCancel
        case .waiting(let waiter):
            waiters.append(waiter)
            isAwaited = true
        case .waitEnded(let wait): waiters.remove(wait)
        case .awaited(let waiters):
            waiters.publish(content(upTo: QueueContent.describedMembers))
            boundedWaiters = waiters
            isAwaited = true
        case .moved(let queue):
            if members.isEmpty, !settings.isMain { move(to: queue) }
        case .observed(let observers, let number):
            self.observers = observers
            observers.begin(number)
        }
    }

    /// Those that wait, then those that are ready, then those that execute, and of each the last added first: an operation that
    /// waits for another doesn't run because a cancel has ended that one, unless it was added before it.
    private var membersToCancel: [Operation] {
        let operations = members.filter { barriers?.isBarrier($0) != true }.reversed()
        func those(_ phases: QueueMembership.Phase...) -> [Operation] {
            operations.filter { phases.contains($0.membership.phase) }
        }
        return those(.waiting) + those(.listed) + those(.starting, .running)
    }

    private mutating func add(barrier: Operation, _ actions: inout QueueActions) {
        if barrier.enter() == .finished { return }
        if barriers == nil { barriers = Barriers(first: lastSegment + 1, count: members.count) }
        members.append(Unmanaged.passRetained(barrier))
        barriers!.append(barrier: barrier)
        listIfReady(barrier, &actions)
        noteCount(from: members.count - 1, &actions)
    }

    // MARK: Notifying

    /// Notes that the queue held `count` operations, if it holds another number now.
    func noteCount(from count: Int, _ actions: inout QueueActions) {
        if count != members.count { note(.operations(from: count, to: members.count), &actions) }
    }

    func note(_ change: QueueChange, _ actions: inout QueueActions) {
        guard let observers else { return }
        observers.note(change)
        if !actions.notifiesObservers { actions.rare.observers = observers }
    }

    // MARK: Asking

    /// What is in the queue; of its members as many as are wanted, from the first on.
    ///
    /// - Complexity: O(`most`).
    func content(upTo most: Int) -> QueueContent {
        let members = Array(members.prefix(most))
        let barriers = barriers.map { barriers in
            Set(members.filter { barriers.isBarrier($0) }.map { ObjectIdentifier($0) })
        }
        return QueueContent(
            settings: settings, count: self.members.count, members: members, barriers: barriers ?? [])
    }
}
