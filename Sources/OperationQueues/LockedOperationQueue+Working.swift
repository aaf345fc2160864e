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
        let (answer, actions) = core.withLock { core in
            var actions = QueueActions()
            core.takeIn(inbox, &actions)
            if let event { core.handle(event, &actions) }
            let answer = answer(core)
            core.settle(inbox, for: self, &actions)
            return (answer, actions)
        }
        perform(actions)
        return answer
    }

    /// Has the core decide what a worker does next.
    @inline(__always)
    private func nextStep(for worker: borrowing Worker) -> WorkerStep {
        let (step, actions) = core.withLock { core in
            var actions = QueueActions()
            core.takeIn(inbox, &actions)
            let step = core.nextStep(for: worker, &actions)
            core.settle(inbox, for: self, &actions)
            return (step, actions)
        }
        perform(actions)
        return step
    }

    /// Does outside the lock what the core has decided.
    @inline(__always)
    private func perform(_ actions: QueueActions) {
        actions.perform(for: self) { assignment, dispatchQueue in
            let quality = assignment.quality ?? standardQuality
            WorkerThread.start(priority: quality.taskPriority, on: dispatchQueue) { self.work(assignment) }
        }
    }

    /// A worker's loop: one visit to the core an operation.
    private func work(_ assignment: WorkerAssignment) {
        var worker = Worker(for: self, generation: assignment.generation)
        if case .running(let operation, _) = assignment {
            core.withLock { $0.begin(operation, on: worker) }
            worker.run(operation)
        }
        while true {
            switch nextStep(for: worker) {
            case .run(let operation): worker.run(operation)
            case .poll:
                worker.forgetRun()
                inbox.poll(strategy.pauses)
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
