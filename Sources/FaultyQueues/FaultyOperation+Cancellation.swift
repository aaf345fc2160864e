/// Cancelling raises a flag.
extension FaultyOperation {
    public func cancel() {
        if cancelGroupInTwoSections() { return }
        switch defect {
        case .stateWordLosesFlag:
            let (isExecuting, isFinished) = domain.read { (isCurrentlyExecuting, isCurrentlyFinished) }
            if isFinished { return }
            domain.change { change in
                isCurrentlyExecuting = isExecuting
                isCurrentlyFinished = isFinished
                isCurrentlyCancelled = true
                if let task = taskToCancel { change.cancelledTasks.append(task) }
                if group != nil { change.cancelledGroups.append(self) }
                didChange()
            }
        case .cancelTogglesFlag:
            if domain.read({ isCurrentlyFinished || isCurrentlyCancelled }) { return }
            domain.change { change in
                isCurrentlyCancelled.toggle()
                if let task = taskToCancel { change.cancelledTasks.append(task) }
                if group != nil { change.cancelledGroups.append(self) }
                didChange()
            }
        case .cancelLooksBeforeAdding:
            let isQueued = domain.read { queue != nil }
            domain.change { change in
                cancel(&change)
                if !isQueued { change.startLimit = 0 }
            }
        case .cancelHoldsBack:
            let wasHeldBack = domain.read { isHeldBack }
            domain.change { _ in
                isHeldBack = true
                didChange()
            }
            domain.change { change in
                isHeldBack = wasHeldBack
                cancel(&change)
            }
        default: domain.change { cancel(&$0) }
        }
    }

    func cancel(_ change: inout Change) {
        defer { didChange() }
        if isCurrentlyFinished {
            if defect == .lateCancelRaisesFlag { isCurrentlyCancelled = true }
            if defect == .lateCancelUnfinishes { isCurrentlyFinished = false }
            if defect == .completionBlockTakenTwice { change.ended.append(self) }
            return
        }
        if defect == .executingIsNotCancelled && isCurrentlyExecuting { return }
        if defect == .cancelOfExecutingStops && isCurrentlyExecuting {
            stop("2.1", "an operation is cancelled that is executing")
        }
        if defect == .secondCancelRevokes && isCurrentlyCancelled && !hasSlot {
            isCurrentlyCancelled = false
            return
        }
        if defect == .cancelledInCycleWaits && waitsForItself { isStuck = true }
        isCurrentlyCancelled = true
        if let task = taskToCancel { change.cancelledTasks.append(task) }
        if let task = extras.evaluationTask { change.cancelledTasks.append(task) }
        if group != nil { change.cancelledGroups.append(self) }
        endDelay(&change)
        if defect == .cancelEndsQueued && queue != nil && !hasSlot { end(&change) }
        if defect == .cancelReachesDependents {
            for dependent in queue?.currentOperations ?? []
            where dependent.currentDependencies.contains(self) && !dependent.isCurrentlyCancelled {
                dependent.cancel(&change)
            }
        }
    }

    /// The task that a cancel of the operation reaches (rule 2.13).
    var taskToCancel: Task<Void, Never>? {
        isCurrentlyCancelled && defect != .asyncBodyIsNotCancelled ? currentTask : nil
    }
}

extension Defect {
    static let stateWordLosesFlag = Defect(
        race: "stateWordLosesFlag", .cancellationFinishing,
        "a cancel writes back the states that it has read before, and loses a change", caughtBy: "2.14")
    static let cancelTogglesFlag = Defect(
        race: "cancelTogglesFlag", .cancellationFinishing,
        "two cancels that both find the flag down both turn it over", caughtBy: "2.9")
    static let cancelLooksBeforeAdding = Defect(
        race: "cancelLooksBeforeAdding", .cycles,
        "a cancel that found the operation in no queue starts nothing, though it has been added meanwhile",
        caughtBy: "4.4")
    static let cancelHoldsBack = Defect(
        race: "cancelHoldsBack", .cancellationFinishing,
        "a cancel holds a ready operation back while it looks at it, which costs it its place",
        caughtBy: "2.17")
    static let lateCancelRaisesFlag = Defect(
        "lateCancelRaisesFlag", .cancellationFinishing, "cancelling a finished operation raises isCancelled",
        caughtBy: "1.22", "2.2")
    static let lateCancelUnfinishes = Defect(
        "lateCancelUnfinishes", .stateExclusivity, "cancelling a finished operation takes isFinished back",
        caughtBy: "1.3", "1.22", "2.2")
    static let executingIsNotCancelled = Defect(
        "executingIsNotCancelled", .cancellationFinishing, "cancelling an executing operation has no effect",
        caughtBy: "1.22", "2.1", "2.4", "2.9", "2.10", "2.13", "2.18", "12.7", "12.8", "12.17", "12.18",
        "12.22", "12.29")
    static let cancelOfExecutingStops = Defect(
        "cancelOfExecutingStops", .cancellationFinishing,
        "cancelling an executing operation ends the process",
        caughtBy: "1.2", "1.3", "1.4", "1.22", "2.1", "2.4", "2.7", "2.8", "2.9", "2.10", "2.11", "2.12",
        "2.13", "2.15", "2.18", "8.11", "9.5", "11.4", "11.5", "11.9", "11.11", "12.5", "12.7", "12.8",
        "12.17", "12.18", "12.19", "12.22", "12.29")
    static let secondCancelRevokes = Defect(
        "secondCancelRevokes", .cancellationFinishing, "cancelling a second time takes the first back",
        caughtBy: "2.12")
    static let cancelledInCycleWaits = Defect(
        "cancelledInCycleWaits", .cycles, "a cancelled member of a cycle is not released",
        caughtBy: "4.4", "11.4")
    static let cancelEndsQueued = Defect(
        "cancelEndsQueued", .cancellationFinishing,
        "cancelling a queued operation finishes it at once, out of its turn", caughtBy: "2.10", "2.17", "7.3")
    static let cancelReachesDependents = Defect(
        "cancelReachesDependents", .cancellationFinishing, "cancelling an operation cancels its dependents",
        caughtBy: "2.16", "4.4", "4.9", "11.4", "12.31")
    static let asyncBodyIsNotCancelled = Defect(
        "asyncBodyIsNotCancelled", .cancellationFinishing,
        "cancelling an async operation does not cancel its task", caughtBy: "2.13", "2.18")
}
