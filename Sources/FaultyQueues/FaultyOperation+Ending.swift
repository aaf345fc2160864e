internal import ConcurrencyPrimitives
private import Operations

/// The end of an operation.
extension FaultyOperation {
    func end(keeping outcome: Result<Int, any Error>) {
        domain.read { keep(outcome) }
        if case .failure = outcome, defect == .throwingBodyNeverFinishes { return }
        end()
    }

    /// The end of an operation whose `main` has returned.
    func endMain() {
        if defect != .progressCountsStarts { countProgress() }
        end()
    }

    func countProgress() { domain.read { queue?.countProgress() } }

    func end() {
        switch defect {
        case .executingFallsAfterFinished:
            domain.change { end(&$0) }
            domain.change { change in
                isCurrentlyExecuting = false
                change.startLimit = 0
            }
        case .endLooksFirst:
            let isFirst = domain.read { !hasEnded }
            domain.change { change in
                if isFirst, hasEnded { formerQueue?.slotsInUse -= 1 }
                end(&change)
            }
        case .lastEndOfFanIn:
            let released = domain.read { releasedByEnd }
            domain.change { end(&$0, releasing: released) }
        case .reentrantAdmission:
            let queue = domain.change { change in
                let left = self.queue
                end(&change)
                change.startLimit = 0
                return left
            }
            queue?.admitInActor()
        case .lostWakeUp:
            let queue = domain.change { change in
                let left = self.queue
                left?.isAttended = true
                end(&change)
                change.startLimit = 0
                return left
            }
            queue?.attend()
        default: domain.change { end(&$0) }
        }
    }

    /// Ends: changes the states, leaves the queue and its slot, and wakes all waiters.
    func end(_ change: inout Change, releasing released: [FaultyOperation]? = nil) {
        for operation in released ?? releasedByEnd { operation.isHeld = false }
        if defect == .endReachesReleased, extras.cancelledDependents.contains(where: { $0.operation == nil })
        {
            stop("3.19", "the end of a dependency reaches a dependent that was cancelled and is gone")
        }
        isCurrentlyFinished = true
        switch defect {
        case .executingStaysTrue, .executingFallsAfterFinished: break
        case .executingFallsWithNextStart where queue != nil: queue?.lastEnded = self
        case .announcedFinishKeepsExecuting where hasOverriddenStart: break
        default: isCurrentlyExecuting = false
        }
        if hasEnded {
            if defect == .laterEndFreesSlot { formerQueue?.slotsInUse -= 1 }
            return
        }
        hasEnded = true
        if defect == .endClearsCancelled { isCurrentlyCancelled = false }
        endExtras(&change)
        if defect == .wakesOneWaiter { waiters = Array(waiters.prefix(1)) }
        if defect == .completionBlockHoldsWaiters, currentCompletionBlock != nil {
            isCompleting = true
        } else {
            change.waiters += waiters
            waiters = []
        }
        currentTask = nil
        if defect == .dependencyCounter || defect == .releasedLate { change.countDowns += dependents }
        didChange()
        askReleased(&change)
        dependents = []
        // A cancelled operation may end before its dependencies.
        if defect != .cancelledStaysDependent || !isCurrentlyCancelled {
            for dependency in currentDependencies { dependency.dependents.removeAll { $0 === self } }
        }
        if defect == .endReachesReleased, isCurrentlyCancelled {
            for dependency in currentDependencies where !dependency.hasEnded {
                dependency.extras.cancelledDependents.append(FaultyExtras.Dependent(operation: self))
            }
        }
        let staysForNow = defect == .completionBlockHoldsPlace && currentCompletionBlock != nil
        if !staysForNow { queue?.leave(self, &change) }
        if defect == .cancelledHasNoCompletion && isCurrentlyCancelled { return }
        if defect == .completionBlockTakenTwice { return change.ended.append(self) }
        guard let completionBlock = currentCompletionBlock else { return }
        if defect != .completionBlockIsKept { currentCompletionBlock = nil }
        if defect == .completionCaptureIsKept { keptCompletionBlock = completionBlock }
        if defect == .completionBlockOutlivesOperation {
            change.completionBlocks.append { WorkerThread.start(completionBlock) }
            return
        }
        change.completionBlocks.append { withExtendedLifetime(self, completionBlock) }
        if defect == .completionBlockRunsTwice { change.completionBlocks.append(completionBlock) }
        if defect == .completionBlockHoldsPlace || defect == .completionBlockHoldsWaiters {
            change.completionBlocks.append { self.completed() }
        }
    }

    /// Lets go of what belongs to the operation, and gives its categories on.
    private func endExtras(_ change: inout Change) {
        noteEnd(&change)
        domain.line.leave(self, &change)
        change.withdrawals += extras.withdrawals
        if let task = extras.evaluationTask { change.cancelledTasks.append(task) }
        change.released += extras.conditions
        extras.conditions = []
        extras.evaluationTask = nil
        extras.withdrawals = []
    }

    /// What defects leave undone until the completion block has run.
    private func completed() {
        domain.change { change in
            queue?.leave(self, &change)
            isCompleting = false
            change.waiters += waiters
            waiters = []
        }
    }

    /// Runs the completion block if the operation has ended, and no other thread has taken the block.
    func runCompletionBlock() {
        guard let completionBlock = domain.read({ hasEnded ? currentCompletionBlock : nil }) else { return }
        domain.change { _ in currentCompletionBlock = nil }
        completionBlock()
    }
}

extension Defect {
    static let cancelledStaysDependent = Defect(
        "cancelledStaysDependent", .membership,
        "an operation that ends cancelled stays among the dependents of what it waits for", caughtBy: "8.11")
    static let endReachesReleased = Defect(
        "endReachesReleased", .dependencyOrdering,
        "the end of a dependency stops the program if a dependent that was cancelled is gone",
        caughtBy: "3.19")
    static let throwingBodyNeverFinishes = Defect(
        "throwingBodyNeverFinishes", .results, "an operation whose body throws does not finish",
        caughtBy: "1.20")
    static let executingFallsAfterFinished = Defect(
        race: "executingFallsAfterFinished", .stateExclusivity,
        "isFinished is raised, and isExecuting falls a moment later", caughtBy: "1.2")
    static let laterEndFreesSlot = Defect(
        "laterEndFreesSlot", .lifeCycle, "each further announcement of an end gives a slot back",
        caughtBy: "1.25")
    static let endLooksFirst = Defect(
        race: "endLooksFirst", .lifeCycle,
        "two announcements of an end that both find the operation executing both give its slot back",
        caughtBy: "1.25")
    static let reentrantAdmission = Defect(
        race: "reentrantAdmission", .concurrencyLimit,
        "an actor looks for a free slot, awaits, and takes it without another look", caughtBy: "6.1")
    static let lostWakeUp = Defect(
        race: "lostWakeUp", .concurrencyLimit,
        "what is added after a worker's last look is left to that worker", caughtBy: "6.9")
    static let executingStaysTrue = Defect(
        "executingStaysTrue", .stateExclusivity, "isExecuting is still true after the end",
        caughtBy: "1.2", "1.3", "1.4", "1.22", "1.25", "2.4")
    static let executingFallsWithNextStart = Defect(
        "executingFallsWithNextStart", .stateExclusivity,
        "isExecuting falls only when the queue starts its next operation",
        caughtBy: "1.2", "1.3", "1.4", "1.22", "2.4", "8.11", "8.13")
    static let announcedFinishKeepsExecuting = Defect(
        "announcedFinishKeepsExecuting", .stateExclusivity,
        "what an overridden start announces raises isFinished and leaves isExecuting true",
        caughtBy: "1.2", "1.3", "1.22", "1.25", "2.4")
    static let endClearsCancelled = Defect(
        "endClearsCancelled", .cancellationFinishing, "isCancelled falls when the operation finishes",
        caughtBy: "1.22", "2.4", "12.22", "12.31")
    static let wakesOneWaiter = Defect(
        "wakesOneWaiter", .waiting, "of several waiters of an operation only the first is woken",
        caughtBy: "4.8", "9.1", "9.10")
    static let completionBlockHoldsWaiters = Defect(
        "completionBlockHoldsWaiters", .waiting, "waiting for an operation includes its completion block",
        caughtBy: "9.8")
    static let completionBlockHoldsPlace = Defect(
        "completionBlockHoldsPlace", .waiting,
        "an operation leaves its queue only when its completion block has run", caughtBy: "9.8", "12.18")
    static let cancelledHasNoCompletion = Defect(
        "cancelledHasNoCompletion", .waiting, "the completion block of a cancelled operation does not run",
        caughtBy: "9.5")
    static let completionBlockTakenTwice = Defect(
        race: "completionBlockTakenTwice", .waiting,
        "a cancel that comes right after the end runs the completion block again", caughtBy: "9.5")
    static let completionBlockIsKept = Defect(
        "completionBlockIsKept", .waiting, "completionBlock reads the block that has run",
        caughtBy: "1.22", "9.6")
    static let completionCaptureIsKept = Defect(
        "completionCaptureIsKept", .waiting,
        "completionBlock reads nil, and what it captured is kept with the operation", caughtBy: "9.6")
    static let completionBlockOutlivesOperation = Defect(
        "completionBlockOutlivesOperation", .waiting,
        "an operation that nobody else keeps is released before its completion block runs", caughtBy: "9.11")
    static let completionBlockRunsTwice = Defect(
        "completionBlockRunsTwice", .waiting, "the completion block runs twice", caughtBy: "1.25", "9.5")
}
