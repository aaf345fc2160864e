internal import ConcurrencyPrimitives
internal import Operations

/// How the core is visited, and what workers do between their visits.
///
/// Each visit takes in what is in the inbox, makes its change and settles, all under the lock, and then performs what follows
/// outside.
extension LockedOperationQueue {
    /// Has the core handle an event; nil to take in what is in the inbox, and no more.
    func handle(_ event: QueueEvent?) { handle(event) { _ in } }

    /// Has the core handle an event, if there is one, and answer what it has come to. What is added while the visit settles
    /// isn't part of the answer: the event was handled before.
    @inline(__always)
    func handle<Answer: Sendable>(_ event: QueueEvent?, answer: (SchedulingCore) -> Answer) -> Answer {
        var visit = VisitTrace(isOn: Trace.isOn)
        let (answer, actions) = core.withLock { core in
            visit.begin(self)
            var actions = QueueActions()
            let taken = core.takeIn(inbox, &actions)
            if let event { core.handle(event, &actions) }
            let answer = answer(core)
            core.settle(inbox, for: self, &actions)
            visit.end(self, core, taken: taken)
            return (answer, actions)
        }
        perform(actions)
        return answer
    }

    /// Has the core decide what a worker does next.
    ///
    /// - Parameter claim: That of other work to the worker's thread. It is met before any code of a client runs.
    @inline(__always)
    private func nextStep(for worker: borrowing Worker, _ claim: WorkerThread.Claim?) -> WorkerStep {
        let (step, actions) =
            isInstrumented()
            ? decideInstrumented(for: worker)
            : core.withPlainLock { decide(for: worker, &$0, VisitTrace(isOn: false)) }
        if let claim { meet(claim, before: step, actions) }
        perform(actions)
        return step
    }

    /// Explored, and noted in the trace that is recorded. Out of line: nothing of it is on the plain way.
    @inline(never)
    private func decideInstrumented(for worker: borrowing Worker) -> (WorkerStep, QueueActions) {
        let visit = VisitTrace(isOn: Trace.isOn)
        return core.withLock { decide(for: worker, &$0, visit) }
    }

    @inline(__always)
    private func decide(
        for worker: borrowing Worker, _ core: inout SchedulingCore, _ visit: VisitTrace
    ) -> (WorkerStep, QueueActions) {
        var (visit, actions) = (visit, QueueActions())
        visit.begin(self)
        let taken = core.takeIn(inbox, &actions)
        let step = core.nextStep(for: worker, &actions)
        core.settle(inbox, for: self, &actions)
        visit.end(self, core, taken: taken, step)
        return (step, actions)
    }

    /// The worker's thread takes over the other work if it is about to be free, and no code of a client runs before: its last
    /// act may be to let go of the queue. (Somebody else may begin to observe the queue just now, and then let go of it first. The
    /// observer is released on this thread then.)
    @inline(never)
    private func meet(_ claim: WorkerThread.Claim, before step: WorkerStep, _ actions: QueueActions) {
        if case .end = step, actions.runsNoClientsCode, isOfPackage, !observers.isUsed,
            attachmentIfMade == nil
        {
            claim.meetByReturning()
        } else {
            claim.startAnother()
        }
    }

    /// Does outside the lock what the core has decided.
    @inline(__always)
    private func perform(_ actions: QueueActions) {
        actions.perform(for: self) { assignment, dispatchQueue in
            let quality = assignment.ownQuality ?? standardQuality
            let priority = quality.taskPriority
            WorkerThread.start(priority: priority, on: dispatchQueue) { self.work(assignment, priority) }
        }
    }

    /// A worker's loop: one visit to the core an operation.
    ///
    /// - Parameters:
    ///   - assignment: What it was started for.
    ///   - priority: With which its thread was started.
    private func work(_ assignment: WorkerAssignment, _ priority: TaskPriority?) {
        var worker = Worker(
            for: self, generation: assignment.generation, ownQuality: assignment.ownQuality)
        if let operation = assignment.operation {
            core.withLock { $0.begin(operation, on: worker) }
            worker.run(operation)
        }
        var claim: WorkerThread.Claim?
        while true {
            switch nextStep(for: worker, claim.take()) {
            case .run(let operation): worker.run(operation)
            case .poll:
                worker.forgetRun()
                claim = Trace.span(.searched, Trace.address(self)) {
                    WorkerThread.poll(priority: priority) { inbox.poll(strategy.pauses, unless: $0) }
                }
            case .complete: worker.callCompletionBlock()
            case .end:
                worker.ended?.completion?.run()
                return
            }
        }
    }
}

extension LockedOperationQueue: WatchedQueue {
    func lookAtWorkers() async {
        guard let looks = handle(.look, answer: \.announcedLooks) else { return }
        handle(.looked(looks.taken()))
    }
}
