internal import ConcurrencyPrimitives
internal import Operations

/// How the core is visited, and what workers do between their visits.
///
/// Each visit takes in what is in the inbox, makes its change and settles, all inside the actor, and then performs what
/// follows.
extension ActorOperationQueue {
    /// Puts an event into the inbox, and has the actor take it in.
    nonisolated func post(_ event: QueueEvent) {
        _ = inbox.push(.event(.passRetained(InboxEntry.Event(event))))
        sendJob()
    }

    nonisolated func sendJob() {
        if isJobSent.exchange(1) == 0 { startTask { await self.takeInAsJob() } }
    }

    private func takeInAsJob() {
        _ = isJobSent.exchange(0)
        takeIn()
    }

    /// Takes in all events that are there, in their order.
    func takeIn() {
        var actions = beginVisit()
        endVisit(&actions)
    }

    /// Has the core decide what a worker does next.
    private func nextStep(for worker: borrowing Worker) -> WorkerStep {
        var actions = beginVisit()
        let step = core.nextStep(for: worker, &actions)
        endVisit(&actions)
        return step
    }

    private func begin(_ operation: Unmanaged<Operation>, on worker: borrowing Worker) {
        core.begin(operation, on: worker)
    }

    @inline(__always)
    private func beginVisit() -> QueueActions {
        var actions = QueueActions()
        core.takeIn(inbox, &actions)
        // Before a worker may start what was cancelled before.
        actions.cancel()
        return actions
    }

    @inline(__always)
    private func endVisit(_ actions: inout QueueActions) {
        core.settle(inbox, for: self, &actions)
        actions.perform(for: self) { assignment, _ in startWorker(assignment) }
    }

    private nonisolated func startWorker(_ assignment: WorkerAssignment) {
        let priority = (assignment.quality ?? standardQuality).taskPriority
        if isMain {
            startTask(priority: priority) { await self.workOnMainThread(assignment) }
        } else {
            WorkerTask.start(priority: priority) { await self.work(assignment) }
        }
    }

    @MainActor
    private func workOnMainThread(_ assignment: WorkerAssignment) async { await work(assignment) }

    /// A worker's loop: one visit to the actor an operation. It runs operations where its caller runs.
    private nonisolated(nonsending) func work(_ assignment: WorkerAssignment) async {
        var worker = Worker(for: self, generation: assignment.generation)
        if case .running(let operation, _) = assignment {
            await begin(operation, on: worker)
            worker.run(operation)
        }
        while true {
            switch await nextStep(for: worker) {
            case .run(let operation): worker.run(operation)
            case .poll:
                worker.forgetRun()
                inbox.poll(strategy.pauses)
            case .end:
                worker.ended?.completionBlock?()
                return
            }
        }
    }
}

extension ActorOperationQueue: WatchedQueue {
    nonisolated func lookAtWorkers() async {
        guard let looks = await beginLook() else { return }
        await endLook(looks.taken())
    }

    /// Not an event: a job of its own would need a thread of the cooperative pool, which may be held up.
    private func endLook(_ looks: AnnouncedLooks) {
        var actions = beginVisit()
        core.handle(.looked(looks), &actions)
        endVisit(&actions)
    }

    private func beginLook() -> AnnouncedLooks? {
        var actions = beginVisit()
        core.handle(.look, &actions)
        let looks = core.announcedLooks
        endVisit(&actions)
        return looks
    }
}
