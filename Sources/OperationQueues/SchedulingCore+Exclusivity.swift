internal import Operations

/// What the queue has to do with operations that share categories with others, in this queue or another.
///
/// An operation is listed only with its turn, so that claiming it takes its categories and a slot in one step. The turn of
/// one that can't start for another reason than a missing slot is given on: then it stands aside, and holds up nobody. So
/// who waits for a turn waits for operations that run, or get a slot when others have run.
extension SchedulingCore {
    /// Whether no slot that comes free would start anything.
    private var isStopped: Bool { isSuspended || settings.limit == 0 }

    /// Lists an operation that contends, if it is its turn; if it can't start for now, it stands aside.
    mutating func contend(_ operation: Operation, _ actions: inout QueueActions) {
        guard operation.membership.phase == .waiting else { return }
        hasExclusives = true
        guard operation.isReleased, !isStopped, barriers == nil || barriers!.lets(operation) else {
            return stepAside(operation, &actions)
        }
        guard ExclusivityController.contend(operation) else { return }
        operation.takeTurn()
        list(operation, &actions)
    }

    /// The queue was suspended or resumed, or its limit has become 0 or another.
    mutating func reconsiderExclusives(_ actions: inout QueueActions) {
        guard hasExclusives else { return }
        let exclusives = members.filter(\.isExclusive)
        if isStopped {
            // The last first: then hardly any turn goes to one that gives it on.
            for operation in exclusives.reversed() {
                switch operation.membership.phase {
                case .listed:
                    guard operation.contendAnew() else { continue }
                    ready.remove(operation)
                    stepAside(operation, &actions)
                case .waiting: if operation.contends { stepAside(operation, &actions) }
                case .outside, .starting, .running: continue
                }
            }
        } else {
            for operation in ExclusivityController.inOrder(exclusives) where operation.contends {
                contend(operation, &actions)
            }
        }
    }

    /// An operation with its turn was to be started, and can't be: a dependency was added.
    mutating func takeTurnBack(_ operation: Operation, _ actions: inout QueueActions) {
        if operation.contendAnew() { stepAside(operation, &actions) }
    }

    private func stepAside(_ operation: Operation, _ actions: inout QueueActions) {
        var turns = ExclusivityController.stepAside(operation)
        while let next = turns.removeFirst() { actions.lists.turns.append(next) }
    }
}
