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
            } else if defect == .effectsAreUnordered, let queue = FaultyQueue.ofTask,
                universe.read({ queue.place }) == nil
            {
                UnorderedThread.run { FaultyQueue.$ofTask.withValue(queue) { main(self) } }
            } else {
                main(self)
            }
            endMain()
        case .asyncMain(let main):
            guard begin() else { return }
            run(main)
            if defect == .asyncBodyGivesSlotBack { universe.change { queue?.takeSlot(of: self, &$0) } }
            if defect == .asyncBodyIsNotExecuting { universe.read { isCurrentlyExecuting = false } }
        case .result(let body):
            guard begin() else { return }
            let outcome = Result(catching: body)
            if case .success = outcome { countProgress() }
            end(keeping: outcome)
        case .blocks:
            guard begin() else { return }
            runBlocks()
            endMain()
        }
    }

    /// What the queue does on a thread of its own once the operation has a slot.
    func startFromQueue() {
        // It may have announced its end before (rule 1.17).
        let (queue, isOver) = universe.read { (self.queue, isCurrentlyFinished) }
        if isOver { return }
        FaultyQueue.$ofTask.withValue(queue) { start() }
        guard hasOverriddenStart else { return }
        if defect == .overrideReturnFinishes { end() }
        if defect == .overrideReturnGivesSlotBack { universe.change { self.queue?.takeSlot(of: self, &$0) } }
        if defect == .overrideReturnReleasesDependents {
            universe.change { _ in
                hasReturnedFromStart = true
                didChange()
            }
        }
    }

    /// Runs an `async` body in a task, which is cancelled when the operation is.
    private func run(_ body: @escaping @Sendable (FaultyOperation) async throws -> Void) {
        let queue = FaultyQueue.ofTask
        let task = startTask(priority: taskPriority(in: queue)) {
            do {
                try await FaultyQueue.$ofTask.withValue(queue) { try await body(self) }
                self.end()
            } catch {
                self.end(keeping: .failure(error))
            }
        }
        let missed = universe.read {
            if !hasEnded { currentTask = task }
            // A cancel that came before has found no task.
            return taskToCancel
        }
        missed?.cancel()
    }

    /// Begins, unless the operation has finished, or is cancelled and so finishes at once. Returns whether
    /// `main` is to run.
    private func begin() -> Bool {
        if race == .startLooksBeforeCancel,
            universe.read({ hasSlot && !isCurrentlyCancelled && !isCurrentlyFinished })
        {
            universe.change { change in
                isCurrentlyExecuting = true
                change.startLimit = 0
            }
            return true
        }
        return universe.change { change in
            if isCurrentlyFinished {
                return defect == .startRunsFinishedAgain
            }
            if isCurrentlyExecuting {
                if defect == .startOnExecutingIsIgnored { return false }
                stop("1.9", "start() on an operation that is executing")
            }
            if queue != nil && !hasSlot && defect != .startByHandRunsQueued {
                stop("1.11", "start() on an operation that a queue holds")
            }
            if !isCurrentlyReady && !hasSlot && defect != .startRunsUnready {
                stop("1.10", "start() on an operation that is not ready")
            }
            let runsAnyway =
                defect == .startByHandIgnoresCancel && queue == nil
                || defect == .queueRunsCancelled && queue != nil
            if isCurrentlyCancelled && !runsAnyway {
                if defect == .progressCountsCancelled { queue?.countProgress() }
                if defect != .startLeavesCancelledUnfinished || queue != nil { end(&change) }
                return false
            }
            if defect != .executingIsNotRaised { isCurrentlyExecuting = true }
            if defect == .progressCountsStarts { queue?.countProgress() }
            // The slot was given before, so this lets nothing else start.
            change.startLimit = 0
            return true
        }
    }

    private func end(keeping outcome: Result<Int, any Error>) {
        universe.read { keep(outcome) }
        if case .failure = outcome, defect == .throwingBodyNeverFinishes { return }
        end()
    }

    /// The end of an operation whose `main` has returned.
    private func endMain() {
        if defect != .progressCountsStarts { countProgress() }
        end()
    }

    private func countProgress() { universe.read { queue?.countProgress() } }

    private func end() {
        switch race {
        case .executingFallsAfterFinished:
            universe.change { end(&$0) }
            universe.change { change in
                isCurrentlyExecuting = false
                change.startLimit = 0
            }
        case .lastEndOfFanIn:
            let released = universe.read { releasedByEnd }
            universe.change { end(&$0, releasing: released) }
        case .reentrantAdmission:
            let queue = universe.change { change in
                let left = self.queue
                end(&change)
                change.startLimit = 0
                return left
            }
            queue?.admitInActor()
        case .lostWakeUp:
            let queue = universe.change { change in
                let left = self.queue
                left?.isAttended = true
                end(&change)
                change.startLimit = 0
                return left
            }
            queue?.attend()
        default: universe.change { end(&$0) }
        }
    }

    /// The end: states, slot and place in the queue, and all who wait for any of them.
    func end(_ change: inout Change, releasing released: [FaultyOperation]? = nil) {
        for operation in released ?? releasedByEnd { operation.isHeld = false }
        isCurrentlyFinished = true
        switch defect {
        case .executingStaysTrue: break
        case .executingFallsWithNextStart where queue != nil: queue?.lastEnded = self
        case .announcedFinishKeepsExecuting where hasOverriddenStart: break
        case _ where race == .executingFallsAfterFinished: break
        default: isCurrentlyExecuting = false
        }
        if hasEnded { return }
        hasEnded = true
        if defect == .endClearsCancelled { isCurrentlyCancelled = false }
        if defect == .wakesOneWaiter { waiters = Array(waiters.prefix(1)) }
        if defect == .completionBlockHoldsWaiters, currentCompletionBlock != nil {
            isCompleting = true
        } else {
            change.waiters += waiters
            waiters = []
        }
        currentTask = nil
        if race == .dependencyCounter { change.countDowns += dependents }
        didChange()
        dependents = []
        // What was cancelled may end before what it was to wait for.
        for dependency in currentDependencies { dependency.dependents.removeAll { $0 === self } }
        let staysForNow = defect == .completionBlockHoldsPlace && currentCompletionBlock != nil
        if !staysForNow { queue?.leave(self, &change) }
        if defect == .cancelledHasNoCompletion && isCurrentlyCancelled { return }
        if race == .completionBlockTakenTwice { return change.ended.append(self) }
        guard let completionBlock = currentCompletionBlock else { return }
        if defect != .completionBlockIsKept { currentCompletionBlock = nil }
        if defect == .completionCaptureIsKept { keptCompletionBlock = completionBlock }
        change.completionBlocks.append(completionBlock)
        if defect == .completionBlockRunsTwice { change.completionBlocks.append(completionBlock) }
        if defect == .completionBlockHoldsPlace || defect == .completionBlockHoldsWaiters {
            change.completionBlocks.append { self.completed() }
        }
    }

    /// What defects leave undone until the completion block has run.
    private func completed() {
        universe.change { change in
            queue?.leave(self, &change)
            isCompleting = false
            change.waiters += waiters
            waiters = []
        }
    }

    /// Runs the completion block if the operation has ended, and nobody else has taken it.
    func runCompletionBlock() {
        guard let completionBlock = universe.read({ hasEnded ? currentCompletionBlock : nil }) else { return }
        universe.change { _ in currentCompletionBlock = nil }
        completionBlock()
    }

    private var hasOverriddenStart: Bool {
        if case .overriddenStart = work { true } else { false }
    }

    /// What an overridden `start` announces with.
    private var control: StartOverrideControl {
        StartOverrideControl(
            announceExecuting: {
                self.universe.change { _ in if !self.isCurrentlyFinished { self.isCurrentlyExecuting = true }
                }
            },
            announceFinished: { self.end() })
    }
}
