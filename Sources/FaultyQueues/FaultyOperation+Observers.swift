internal import ConcurrencyPrimitives
internal import QueueConformance

/// Who is notified of what happens to an operation, and what it adds to its queue.
extension FaultyOperation {
    typealias Event = ObservedEvent<FaultyOperation>

    func addObserver(_ observer: @escaping @Sendable (Event) -> Void) {
        if defect == .observersWrittenBack {
            let before = domain.read { extras.observers }
            return domain.read { extras.observers = hasEnded ? [] : before + [observer] }
        }
        let missed: Event? = domain.read {
            if hasEnded { return defect == .endedTellsLateObserver ? .finished(extras.errors) : nil }
            extras.observers.append(observer)
            if defect == .observersAreKept { extras.keptObservers.append(observer) }
            return defect == .lateObserverIsToldStart && isCurrentlyExecuting ? .started : nil
        }
        if let missed { observer(missed) }
    }

    /// Has those notified who observe now.
    private func note(_ event: Event, _ change: inout Change) {
        let observers = defect == .observersAreToldInReverse ? extras.observers.reversed() : extras.observers
        extras.calls.append(observers.map { observer in { observer(event) } })
        if !observers.isEmpty { change.calls.append(extras.calls) }
    }

    /// The work begins, or doesn't, since the operation is cancelled or a condition of it has failed.
    func noteStart(isToRun: Bool, _ change: inout Change) {
        if isToRun || defect == .startIsToldOfCancelled, !extras.isStartTold { note(.started, &change) }
    }

    /// What a race does before the operation begins.
    func noteStartFirst() {
        guard defect == .startIsToldFirst else { return }
        domain.change { change in
            change.startLimit = 0
            guard hasSlot, !isCurrentlyCancelled, !isCurrentlyFinished, !hasFailedCondition else { return }
            noteStart(isToRun: true, &change)
            extras.isStartTold = true
        }
    }

    func noteEnd(_ change: inout Change) {
        let isCancelledBefore = isCurrentlyCancelled && !extras.hasBegun
        if defect != .cancelledEndIsNotTold || !isCancelledBefore { note(.finished(extras.errors), &change) }
        if defect == .cancelledEndIsToldTwice, isCancelledBefore { note(.finished(extras.errors), &change) }
        extras.observers = []
    }

    /// Adds another operation to the queue of this one.
    ///
    /// - Precondition: This one is in a queue and hasn't finished.
    func produce(_ operation: FaultyOperation) {
        guard let queue = domain.read({ queue }) else {
            stop("12.6", "an operation that is in no queue produces another")
        }
        domain.change { note(.produced(operation), &$0) }
        switch defect {
        case .producedIsLost: return
        case .producedGoesElsewhere: FaultyQueue(in: domain, defect: defect).addOperation(operation)
        default: queue.addOperation(operation)
        }
    }
}

extension Defect {
    static let endedTellsLateObserver = Defect(
        "endedTellsLateObserver", .advanced, "an observer that is added after the end is notified of the end",
        caughtBy: "12.25")
    static let lateObserverIsToldStart = Defect(
        "lateObserverIsToldStart", .advanced,
        "an observer that is added as the operation executes is notified of the start", caughtBy: "12.25")
    static let observersAreKept = Defect(
        "observersAreKept", .advanced, "the observers of an operation live as long as the operation",
        caughtBy: "12.26")
    static let observersAreToldInReverse = Defect(
        "observersAreToldInReverse", .advanced, "the observer that was added last is notified first",
        caughtBy: "12.24")
    static let startIsToldOfCancelled = Defect(
        "startIsToldOfCancelled", .advanced,
        "observers are notified of the start, too, of an operation that does not run",
        caughtBy: "12.5")
    static let cancelledEndIsNotTold = Defect(
        "cancelledEndIsNotTold", .advanced,
        "nobody is notified of the end of an operation that was cancelled before it started", caughtBy: "12.5"
    )
    static let cancelledEndIsToldTwice = Defect(
        "cancelledEndIsToldTwice", .advanced,
        "observers are notified twice of the end of an operation that was cancelled before it started",
        caughtBy: "12.5")
    static let producedIsLost = Defect(
        "producedIsLost", .advanced,
        "observers are notified of what an operation produces, and it is not added",
        caughtBy: "12.6", "12.7", "12.10", "12.17")
    static let producedGoesElsewhere = Defect(
        "producedGoesElsewhere", .advanced, "what an operation produces is added to a queue of its own",
        caughtBy: "12.6", "12.7", "12.10", "12.17")
    static let observersWrittenBack = Defect(
        race: "observersWrittenBack", .advanced,
        "of two observers that are added at the same time, one is lost", caughtBy: "12.25")
    static let startIsToldFirst = Defect(
        race: "startIsToldFirst", .advanced,
        "observers are notified of the start of an operation that is cancelled right then, and does not run",
        caughtBy: "12.5")
}
