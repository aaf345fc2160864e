/// Cancelling raises a flag.
extension FaultyOperation {
    public func cancel() {
        switch race {
        case .stateWordLosesFlag:
            let (isExecuting, isFinished) = universe.read { (isCurrentlyExecuting, isCurrentlyFinished) }
            if isFinished { return }
            universe.change { _ in
                isCurrentlyExecuting = isExecuting
                isCurrentlyFinished = isFinished
                isCurrentlyCancelled = true
                didChange()
            }
        case .cancelTogglesFlag:
            if universe.read({ isCurrentlyFinished || isCurrentlyCancelled }) { return }
            universe.change { _ in
                isCurrentlyCancelled.toggle()
                didChange()
            }
        case .cancelLooksBeforeAdding:
            let isQueued = universe.read { queue != nil }
            universe.change { change in
                cancel(&change)
                if !isQueued { change.startLimit = 0 }
            }
        default: universe.change { cancel(&$0) }
        }
    }

    func cancel(_ change: inout Change) {
        defer { didChange() }
        if isCurrentlyFinished {
            if defect == .lateCancelRaisesFlag { isCurrentlyCancelled = true }
            if defect == .lateCancelUnfinishes { isCurrentlyFinished = false }
            if race == .completionBlockTakenTwice { change.ended.append(self) }
            return
        }
        if defect == .executingIsNotCancelled && isCurrentlyExecuting { return }
        if defect == .secondCancelRevokes && isCurrentlyCancelled && !hasSlot {
            isCurrentlyCancelled = false
            return
        }
        if defect == .cancelledInCycleWaits && waitsForItself { isStuck = true }
        isCurrentlyCancelled = true
        if let task = taskToCancel { change.cancelledTasks.append(task) }
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
