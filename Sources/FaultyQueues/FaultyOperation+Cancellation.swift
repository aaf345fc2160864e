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
            }
        case .cancelTogglesFlag:
            if universe.read({ isCurrentlyFinished || isCurrentlyCancelled }) { return }
            universe.change { _ in isCurrentlyCancelled.toggle() }
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
        if defect == .cancelEndsQueued && queue != nil && !hasSlot { end(&change) }
        if defect == .cancelReachesDependents {
            for dependent in queue?.currentOperations ?? []
            where dependent.currentDependencies.contains(self) && !dependent.isCurrentlyCancelled {
                dependent.cancel(&change)
            }
        }
    }
}
