internal import Operations
internal import QueueConformance

/// Who is notified of what is added to a queue and what finishes there.
extension FaultyQueue {
    typealias Event = DelegateEvent<FaultyOperation>

    func setDelegate(_ delegate: @escaping @Sendable (Event) -> Void) -> ObservationToken {
        domain.read { currentDelegate = delegate }
        return ObservationToken { [weak self] in
            guard let self else { return }
            domain.read { self.currentDelegate = nil }
        }
    }

    private func note(_ event: Event, _ change: inout Change) {
        guard let delegate = currentDelegate else { return }
        delegateCalls.append([{ delegate(event) }])
        change.calls.append(delegateCalls)
    }

    func noteAddition(of operation: FaultyOperation, _ change: inout Change) {
        if defect == .delegateMissesProduced, Self.ofTask === self { return }
        if defect == .additionIsToldLate { return change.lateAdditions.append((self, operation)) }
        note(.added(operation), &change)
    }

    /// Tells, in a later change, of what was added.
    func noteLate(_ operation: FaultyOperation) {
        domain.change { note(.added(operation), &$0) }
    }

    func noteFinish(of operation: FaultyOperation, _ change: inout Change) {
        if defect == .delegateMissesCancelled, operation.isCurrentlyCancelled { return }
        let errors = defect == .delegateIsToldNoErrors ? [] : operation.extras.errors
        note(.finished(operation, errors), &change)
    }
}

extension Defect {
    static let delegateMissesProduced = Defect(
        "delegateMissesProduced", .advanced,
        "the delegate is not notified of what an operation of its queue adds", caughtBy: "12.10")
    static let delegateMissesCancelled = Defect(
        "delegateMissesCancelled", .advanced, "the delegate is not notified of the end of what was cancelled",
        caughtBy: "12.10")
    static let delegateIsToldNoErrors = Defect(
        "delegateIsToldNoErrors", .advanced, "the delegate is notified of an end without its errors",
        caughtBy: "12.10")
    static let additionIsToldLate = Defect(
        race: "additionIsToldLate", .advanced,
        "the delegate is notified of the end of a quick operation before that was added", caughtBy: "12.10")
}
