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
        if isCurrentlyExecuting {
            if defect == .cancelEndsExecuting { end(&change) }
            if defect == .cancelIsDeferredByMain { return }
        }
        if defect == .secondCancelRevokes && isCurrentlyCancelled {
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
