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
                domain.read({ queue.target }) == nil
            {
                UnorderedThread.run { FaultyQueue.$ofTask.withValue(queue) { main(self) } }
            } else {
                main(self)
            }
            endMain()
        case .asyncMain(let main):
            guard begin() else { return }
            run(main)
            if defect == .asyncBodyGivesSlotBack { domain.change { queue?.takeSlot(of: self, &$0) } }
            if defect == .asyncBodyIsNotExecuting { domain.read { isCurrentlyExecuting = false } }
        case .result(let body):
            guard begin() else { return }
            let outcome = Result(catching: body)
            if case .success = outcome { countProgress() }
            end(keeping: outcome)
        case .blocks:
            guard begin() else { return }
            runBlocks()
            endMain()
        case .throwing(let body):
            noteStartFirst()
            guard begin() else { return }
            do {
                try body(self)
                countProgress()
                end(with: [])
            } catch {
                end(with: [error])
            }
        case .group(let group): start(group)
        case .delay(let time, let clock):
            guard begin() else { return }
            delay(time, clock)
        }
    }

    /// What the queue does on a thread of its own once the operation has a slot.
    func startFromQueue() {
        // It may have announced its end before (rule 1.17).
        let (queue, isOver, goings) = domain.read { (self.queue, isCurrentlyFinished, extras.goings) }
        if isOver { return }
        if defect == .startLooksBeforeDependency || hasOverriddenStart,
            domain.change({ goBackIfDelayed(&$0) })
        {
            return
        }
        FaultyQueue.$ofTask.withValue(queue) { start() }
        // One that has gone back may have been started again meanwhile, and return later.
        if mayEndAfterStart, domain.read({ extras.goings == goings }) { queue?.noteReturn(of: self) }
        guard hasOverriddenStart else { return }
        if defect == .overrideReturnFinishes { end() }
        if defect == .overrideReturnGivesSlotBack { domain.change { self.queue?.takeSlot(of: self, &$0) } }
        if defect == .overrideReturnReleasesDependents {
            domain.change { _ in
                hasReturnedFromStart = true
                didChange()
            }
        }
    }

    /// Runs an `async` body in a task, which is cancelled when the operation is.
    private func run(_ body: @escaping @Sendable (FaultyOperation) async throws -> Void) {
        let queue = FaultyQueue.ofTask
        let wasCancelled = defect == .cancelBeforeTaskIsLost && domain.read { isCurrentlyCancelled }
        let task = startTask(priority: taskPriority(in: queue)) {
            do {
                try await FaultyQueue.$ofTask.withValue(queue) { try await body(self) }
                self.end()
            } catch {
                self.end(keeping: .failure(error))
            }
        }
        let missed = domain.read {
            if !hasEnded { currentTask = task }
            // A cancel that came before has found no task.
            return taskToCancel
        }
        if !wasCancelled && defect != .cancelMeetsNoTask { missed?.cancel() }
    }

    /// Begins, unless the operation has finished, or is cancelled and so finishes at once. Returns whether
    /// `main` is to run.
    private func begin() -> Bool {
        if defect == .startLooksBeforeCancel,
            domain.read({
                hasSlot && !isCurrentlyCancelled && !isCurrentlyFinished && !hasLateDependency
            })
        {
            domain.change { change in
                isCurrentlyExecuting = true
                noteBeginning(&change)
                change.startLimit = 0
            }
            return true
        }
        return domain.change { change in
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
            if defect != .startLooksBeforeDependency, goBackIfDelayed(&change) { return false }
            let runsAnyway =
                defect == .startByHandIgnoresCancel && queue == nil
                || defect == .queueRunsCancelled && queue != nil
            if isCurrentlyCancelled && !runsAnyway || hasFailedCondition {
                noteStart(isToRun: false, &change)
                if defect == .progressCountsCancelled { queue?.countProgress() }
                if defect != .startLeavesCancelledUnfinished || queue != nil { end(&change) }
                return false
            }
            if defect != .executingIsNotRaised { isCurrentlyExecuting = true }
            if defect == .progressCountsStarts { queue?.countProgress() }
            noteBeginning(&change)
            // The slot was taken before, so this frees none.
            change.startLimit = 0
            return true
        }
    }

    /// Whether a dependency was added after the operation got its slot (rule 3.10).
    private var hasLateDependency: Bool {
        if !hasSlot || isCurrentlyCancelled || hasOverriddenStart { return false }
        // What these note of turns can't be taken back.
        let isTurnKept = defect == .categoriesTakenInTurn || defect == .handoverMissesCancel
        return !isFreeOfDependencies && !(isTurnKept && !extras.categories.isEmpty)
    }

    /// Gives the slot back if a dependency was added since. Returns whether one was.
    func goBackIfDelayed(_ change: inout Change) -> Bool {
        guard hasLateDependency else { return false }
        queue?.takeBack(self, &change)
        extras.goings += 1
        return true
    }

    private func noteBeginning(_ change: inout Change) {
        extras.hasBegun = true
        noteStart(isToRun: true, &change)
        if !extras.timeouts.isEmpty { change.timers.append(self) }
    }

    var hasOverriddenStart: Bool {
        if case .overriddenStart = work { true } else { false }
    }

    /// Whether `start` may return before the operation has ended.
    private var mayEndAfterStart: Bool {
        switch work {
        case .overriddenStart, .asyncMain, .group, .delay: true
        default: false
        }
    }

    /// What an overridden `start` announces with.
    private var control: StartOverrideControl {
        StartOverrideControl(
            announceExecuting: {
                self.domain.change { _ in if !self.isCurrentlyFinished { self.isCurrentlyExecuting = true }
                }
            },
            announceFinished: {
                self.end()
                if self.defect == .announcedFinishNeverReturns { Latch("never").waitBlocking() }
            })
    }
}

extension Defect {
    static let startRunsElsewhere = Defect(
        "startRunsElsewhere", .lifeCycle, "start() runs main on another thread, and waits for it",
        caughtBy: "1.6", "6.10", "10.1", "10.3", "10.4", "10.8", "11.2")
    static let effectsAreUnordered = Defect(
        "effectsAreUnordered", .dependencyOrdering,
        "the end of a body is published by a relaxed store, so what the body wrote may be seen late or never",
        caughtBy: "3.12", "6.8")
    static let asyncBodyGivesSlotBack = Defect(
        "asyncBodyGivesSlotBack", .concurrencyLimit,
        "an async body occupies its slot only until it has begun", caughtBy: "6.4", "6.8")
    static let asyncBodyIsNotExecuting = Defect(
        "asyncBodyIsNotExecuting", .lifeCycle,
        "isExecuting falls when the start of an async operation returns", caughtBy: "1.21")
    static let announcedFinishNeverReturns = Defect(
        "announcedFinishNeverReturns", .lifeCycle,
        "the announcement that an overridden start has finished takes effect, and never returns",
        caughtBy: "1.2", "1.3", "1.13", "1.14", "1.15", "1.17", "1.22", "1.25", "2.1", "2.4", "2.17", "3.9",
        "6.4", "8.11", "11.1", "11.5")
    static let overrideReturnFinishes = Defect(
        "overrideReturnFinishes", .lifeCycle, "an operation finishes when its overridden start returns",
        caughtBy: "1.13", "1.14", "1.15", "1.25", "2.1", "2.4", "2.10", "2.17", "3.9", "6.4", "8.4", "11.1")
    static let overrideReturnGivesSlotBack = Defect(
        "overrideReturnGivesSlotBack", .lifeCycle, "the slot is given on when an overridden start returns",
        caughtBy: "1.13", "1.25", "2.17", "6.4")
    static let overrideReturnReleasesDependents = Defect(
        "overrideReturnReleasesDependents", .lifeCycle,
        "dependents are released when an overridden start returns", caughtBy: "1.15", "2.10")
    static let startLooksBeforeCancel = Defect(
        race: "startLooksBeforeCancel", .cancellationFinishing,
        "an operation that is cancelled after the start has looked for it still runs", caughtBy: "2.14")
    static let startLooksBeforeDependency = Defect(
        race: "startLooksBeforeDependency", .dependencyOrdering,
        "a dependency that is added after the start has looked for it doesn't delay the operation",
        caughtBy: "3.10")
    static let cancelBeforeTaskIsLost = Defect(
        "cancelBeforeTaskIsLost", .cancellationFinishing,
        "an async body is not notified of a cancel that comes when its operation executes, and before its task is made",
        caughtBy: "2.18")
    static let cancelMeetsNoTask = Defect(
        race: "cancelMeetsNoTask", .cancellationFinishing,
        "a cancel that comes before the task of an async body is known cancels nothing", caughtBy: "2.18")
    static let startRunsFinishedAgain = Defect(
        "startRunsFinishedAgain", .lifeCycle, "start() on a finished operation runs main again",
        caughtBy: "1.5", "1.8")
    static let startOnExecutingIsIgnored = Defect(
        "startOnExecutingIsIgnored", .lifeCycle, "start() on an executing operation returns", caughtBy: "1.9")
    static let startByHandRunsQueued = Defect(
        "startByHandRunsQueued", .lifeCycle, "start() by hand runs an operation that a queue holds",
        caughtBy: "1.11")
    static let startRunsUnready = Defect(
        "startRunsUnready", .lifeCycle,
        "start() by hand runs an operation whose dependencies have not finished", caughtBy: "1.10")
    static let startByHandIgnoresCancel = Defect(
        "startByHandIgnoresCancel", .lifeCycle, "start() by hand runs main of a cancelled operation",
        caughtBy: "1.7")
    static let queueRunsCancelled = Defect(
        "queueRunsCancelled", .cancellationFinishing, "the queue runs main of a cancelled operation",
        caughtBy: "1.22", "2.3", "2.10", "4.4", "11.5", "12.7", "12.13", "12.17", "12.19", "12.28", "12.29")
    static let progressCountsCancelled = Defect(
        "progressCountsCancelled", .barriers,
        "progress counts operations that were cancelled before they started", caughtBy: "11.5")
    static let startLeavesCancelledUnfinished = Defect(
        "startLeavesCancelledUnfinished", .lifeCycle,
        "start() by hand on a cancelled operation does not finish it", caughtBy: "1.7", "2.4", "2.6", "2.14")
    static let executingIsNotRaised = Defect(
        "executingIsNotRaised", .lifeCycle, "isExecuting stays false while main runs",
        caughtBy: "1.4", "1.9", "1.21", "1.22", "6.4", "8.1", "11.8")
    static let progressCountsStarts = Defect(
        "progressCountsStarts", .barriers, "progress counts an operation when it starts",
        caughtBy: "11.5", "11.12")

    /// Whether the checks of rules see this defect only in a build for ThreadSanitizer.
    public var needsThreadSanitizer: Bool { self == .effectsAreUnordered }
}
