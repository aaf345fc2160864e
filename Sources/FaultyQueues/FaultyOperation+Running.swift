internal import ConcurrencyPrimitives
private import Operations
internal import QueueConformance

/// From `start` to the end.
extension FaultyOperation {
    public func start() {
        switch work {
        case .overriddenStart(let start):
            start(self, control)
        case .main(let main):
            guard begin() else { return }
            if defect == .startRunsElsewhere {
                let parker = Parker()
                WorkerThread.start {
                    main(self)
                    parker.unpark()
                }
                parker.park()
            } else {
                main(self)
            }
            end()
        case .asyncMain(let main):
            guard begin() else { return }
            startTask {
                await main(self)
                self.end()
            }
            if defect == .asyncBodyGivesSlotBack { Universe.change { _ in queue?.takeSlot(of: self) } }
        }
    }

    /// What the queue does on a thread of its own once the operation has a slot.
    func startFromQueue() {
        // It may have announced its end before (rule 1.17).
        if Universe.read({ isCurrentlyFinished }) { return }
        start()
        guard hasOverriddenStart else { return }
        if defect == .overrideReturnFinishes { end() }
        if defect == .overrideReturnGivesSlotBack { Universe.change { _ in queue?.takeSlot(of: self) } }
        if defect == .overrideReturnReleasesDependents {
            Universe.change { _ in hasReturnedFromStart = true }
        }
    }

    /// Begins, unless the operation has finished, or is cancelled and so finishes at once. Returns whether
    /// `main` is to run.
    private func begin() -> Bool {
        Universe.change { change in
            if isCurrentlyFinished {
                return defect == .startRunsFinishedAgain
            }
            if isCurrentlyExecuting {
                if defect == .startOnExecutingIsIgnored { return false }
                stop("1.9", "start() on an operation that is executing")
            }
            if queue != nil && !hasSlot { stop("1.11", "start() on an operation that a queue holds") }
            if !isCurrentlyReady && !hasSlot && defect != .startRunsUnready {
                stop("1.10", "start() on an operation that is not ready")
            }
            let runsAnyway =
                defect == .startByHandIgnoresCancel && queue == nil
                || defect == .queueRunsCancelled && queue != nil
            if isCurrentlyCancelled && !runsAnyway {
                if defect != .startLeavesCancelledUnfinished || queue != nil { end(&change) }
                return false
            }
            if defect != .executingIsNotRaised { isCurrentlyExecuting = true }
            return true
        }
    }

    private func end() {
        Universe.change { end(&$0) }
    }

    /// The end: states, slot and place in the queue, and all who wait for any of them.
    func end(_ change: inout Change) {
        isCurrentlyFinished = true
        switch defect {
        case .executingStaysTrue: break
        case .executingFallsWithNextStart where queue != nil: queue?.lastEnded = self
        case .announcedFinishKeepsExecuting where hasOverriddenStart: break
        default: isCurrentlyExecuting = false
        }
        if hasEnded { return }
        hasEnded = true
        if defect == .endClearsCancelled { isCurrentlyCancelled = false }
        if defect == .wakesOneWaiter { waiters = Array(waiters.prefix(1)) }
        change.waiters += waiters
        waiters = []
        queue?.leave(self, &change)
        if defect == .cancelledHasNoCompletion && isCurrentlyCancelled { return }
        guard let completionBlock = currentCompletionBlock else { return }
        currentCompletionBlock = nil
        change.completionBlocks.append(completionBlock)
        if defect == .completionBlockRunsTwice { change.completionBlocks.append(completionBlock) }
    }

    private var hasOverriddenStart: Bool {
        if case .overriddenStart = work { true } else { false }
    }

    /// What an overridden `start` announces with.
    private var control: StartOverrideControl {
        StartOverrideControl(
            announceExecuting: {
                Universe.change { _ in if !self.isCurrentlyFinished { self.isCurrentlyExecuting = true } }
            },
            announceFinished: { self.end() })
    }
}
