internal import ConcurrencyPrimitives
internal import Operations

/// How the core is visited, and what workers do between their visits.
///
/// Each visit takes in what is in the inbox, makes its change and settles, and has go on who is to go on, all inside the actor:
/// the visitor may come to no more for a while, such as one on an actor that is busy. Observers are notified, and operations
/// released, outside of it, since that is a client's code, which may take its time. Of such code only `cancel` is called inside.
extension ActorOperationQueue {
    /// Puts an event into the inbox, and has the actor take it in.
    nonisolated func post(_ event: QueueEvent) {
        _ = inbox.push(.event(.passRetained(InboxEntry.Event(event))))
        sendJob()
    }

    nonisolated func sendJob() {
        guard isJobSent.exchange(1) == 0 else { return }
        Trace.span(.jobSent, Trace.address(self)) {
            _ = startTask { await self.takeInAsJob().notifyAndRelease(self) }
        }
    }

    private func takeInAsJob() -> QueueActions {
        _ = isJobSent.exchange(0)
        if Trace.isOn { Trace.note(.jobRun, Trace.address(self)) }
        return visit(nil) { _ in }.actions
    }

    /// Has the core take in what is there, handle an event, if there is one, and answer what it has come to.
    nonisolated(nonsending) func handle<Answer: Sendable>(
        _ event: QueueEvent?, answer: @Sendable (SchedulingCore) -> Answer
    ) async -> Answer {
        let (answer, actions) = await visit(event, answer)
        actions.notifyAndRelease(self)
        return answer
    }

    private func visit<Answer: Sendable>(
        _ event: QueueEvent?, _ answer: @Sendable (SchedulingCore) -> Answer
    ) -> (answer: Answer, actions: QueueActions) {
        var visit = VisitTrace(isOn: Trace.isOn)
        var actions = QueueActions()
        let taken = beginVisit(&visit, &actions)
        if let event { core.handle(event, &actions) }
        let answer = answer(core)
        endVisit(visit, taken: taken, nil, &actions)
        return (answer, actions)
    }

    /// Has the core decide what a worker does next.
    private func nextStep(for worker: borrowing Worker) -> (WorkerStep, QueueActions) {
        var visit = VisitTrace(of: worker)
        var actions = QueueActions()
        let taken = beginVisit(&visit, &actions)
        let step = core.nextStep(for: worker, &actions)
        endVisit(visit, taken: taken, step, &actions)
        return (step, actions)
    }

    private func begin(_ operation: Unmanaged<Operation>, on worker: borrowing Worker) {
        core.begin(operation, on: worker)
    }

    @inline(__always)
    private func beginVisit(_ visit: inout VisitTrace, _ actions: inout QueueActions) -> Int {
        visit.begin(self)
        let taken = core.takeIn(inbox, &actions)
        // Before a worker may start what was cancelled before.
        actions.cancel()
        return taken
    }

    @inline(__always)
    private func endVisit(
        _ visit: VisitTrace, taken: Int, _ step: WorkerStep?, _ actions: inout QueueActions
    ) {
        core.settle(inbox, for: self, &actions)
        visit.end(self, core, taken: taken, step)
        actions.act { assignment, _ in startWorker(assignment) }
    }

    private nonisolated func startWorker(_ assignment: WorkerAssignment) {
        let priority = (assignment.ownQuality ?? standardQuality).taskPriority
        if isMain {
            startTask(priority: priority) { await self.workOnMainThread(assignment) }
        } else {
            WorkerTask.start(priority: priority) { await self.work(assignment) }
        }
    }

    @MainActor
    private func workOnMainThread(_ assignment: WorkerAssignment) async { await work(assignment) }

    /// A worker's loop: one visit to the actor an operation. It runs operations where its caller runs.
    ///
    /// No other work counts on its thread while it polls: the visit that follows waits for the actor, which may run the `cancel` of
    /// a client's operation.
    private nonisolated(nonsending) func work(_ assignment: WorkerAssignment) async {
        var worker = Worker(
            for: self, generation: assignment.generation, ownQuality: assignment.ownQuality)
        if let operation = assignment.operation {
            await begin(operation, on: worker)
            worker.run(operation)
        }
        while true {
            worker.noteWish()
            let (step, actions) = await nextStep(for: worker)
            actions.notifyAndRelease(self)
            switch step {
            case .run(let operation): worker.run(operation)
            case .poll:
                worker.forgetRun()
                Trace.span(.searched, Trace.address(self)) { inbox.poll(strategy.pauses) }
            case .complete: worker.callCompletionBlock()
            case .end:
                worker.ended?.completion?.run()
                return
            }
        }
    }
}

extension ActorOperationQueue: WatchedQueue {
    /// Its events aren't posted: a job of its own would need a thread of the cooperative pool, which may be held up.
    nonisolated func lookAtWorkers() async {
        guard let looks = await handle(.look, answer: \.announcedLooks) else { return }
        await handle(.looked(looks.taken())) { _ in }
    }
}
