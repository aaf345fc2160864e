/// Cancelling raises a flag.
extension FaultyOperation {
    public func cancel() {
        Universe.change { cancel(&$0) }
    }

    func cancel(_ change: inout Change) {
        if isCurrentlyFinished {
            if defect == .lateCancelRaisesFlag { isCurrentlyCancelled = true }
            if defect == .lateCancelUnfinishes { isCurrentlyFinished = false }
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
