private import ConcurrencyPrimitives
import Operations

/// Tasks that wait: 9.9 and 9.10.
extension WaitingRules {
    static func cancelledWaiter<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue()
            let executing = setup.held("A, which executes,")
            let waiting = setup.operation("B, which waits for A,")
            if setup.claims(.dependencies) { setup.depend(waiting, on: executing) }
            setup.add(executing, waiting, to: queue)
            try await setup.expectStart(of: [executing], "in an idle queue")
            var others: [BoundedWaiter] = []
            for watched in setup.claims(.dependencies) ? [executing, waiting] : [executing] {
                let cancelled = waiters(for: watched, of: queue, probe)
                others += waiters(for: watched, of: queue, probe)
                for waiter in cancelled {
                    try await waiter.expectWaiting("as long as \(watched.label) does", probe)
                }
                for waiter in cancelled { waiter.cancel() }
                for waiter in cancelled { try await waiter.expectEnd(by: .cancellation, probe) }
            }
            for watched in [executing, waiting] {
                try probe.expect(
                    !watched.operation.isCancelled && !watched.operation.isFinished || watched.ranOnce,
                    "\(watched.label) to be unaffected by the cancellation of tasks that waited for it",
                    observed:
                        "isCancelled is \(watched.operation.isCancelled), isFinished \(watched.operation.isFinished)"
                )
            }
            for waiter in others { try await waiter.expectWaiting("in a task that isn't cancelled", probe) }
            executing.gate.open()
            try await setup.expectRun(of: [executing, waiting], "whoever waited for it")
            for waiter in others { try await waiter.expectReturn("when all has finished", probe) }
        }
        try await Setup.run(subject, probe, part: "cancelled at the end") { try await cancelAtTheEnd($0) }
    }

    /// One that waits for the operation, and one for its queue.
    private static func waiters<Queue: OperationQueueProtocol>(
        for watched: WatchedOperation<Queue.Operation>, of queue: Queue, _ probe: Probe
    ) -> [BoundedWaiter] {
        let (operation, label) = (watched.operation, watched.label)
        return [
            BoundedWaiter("waiting for \(label)", probe) { () throws(WaitEndedEarly) in
                try await operation.waitUntilFinished(timeout: nil)
            },
            BoundedWaiter("waiting for the queue of \(label)", probe) { () throws(WaitEndedEarly) in
                try await queue.waitUntilAllOperationsAreFinished(timeout: nil)
            },
        ]
    }

    private static func cancelAtTheEnd<Subject: ConformanceSubject>(_ setup: Setup<Subject>) async throws {
        let (probe, queue) = (setup.probe, await setup.queue())
        var waiters: [BoundedWaiter] = []
        let operations = (1...60).map { setup.held("racing \($0)") }
        for watched in operations {
            setup.add(watched, to: queue)
            let both = self.waiters(for: watched, of: queue, probe)
            ScenarioThread.start { watched.gate.open() }
            for waiter in both { waiter.cancel() }
            waiters += both
        }
        try await setup.expectRun(of: operations, "whoever waited for it")
        let cancelled = operations.filter(\.operation.isCancelled)
        try probe.expect(
            cancelled.isEmpty, "no operation to be cancelled with the tasks that waited for it",
            observed: "\(cancelled.labels()) were")
        _ = try await probe.holdsAtRest { waiters.allSatisfy { $0.end != nil } }
        if let waiter = waiters.first(where: { $0.end == nil }) {
            throw probe.violation("\(waiter.call) to return", observed: waiter.inWords)
        }
    }

    static func poolStaysFree<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue()
            let (a, b) = (setup.held("A"), setup.held("B"))
            setup.add(a, to: queue)
            try await setup.expectStart(of: [a], "in an idle queue")
            let (first, second) = (a.operation, b.operation)
            var kinds: [(what: String, wait: @Sendable () async -> Void)] = [
                ("for an operation", { await first.waitUntilFinished() }),
                ("for the queue", { await queue.waitUntilAllOperationsAreFinished() }),
            ]
            if setup.claims(.boundedWaiting) {
                kinds.append(
                    ("for an operation, bounded,", { try? await first.waitUntilFinished(timeout: .never) }))
            }
            // By one task only: an operation is added once.
            let returned = Latch("addOperations([B], waitUntilFinished: true)")
            startTask {
                await queue.addOperations([second], waitUntilFinished: true)
                returned.open()
            }
            // So many that the pool, which has a thread a processor, has none left if each takes one.
            let tasks = ProcessorCount.available * 2 + 16
            let done = RelaxedCounter()
            for (number, (what, wait)) in kinds.enumerated() {
                for _ in 1...tasks {
                    startTask {
                        await wait()
                        done.increment()
                    }
                }
                try await probe.settle()
                let ran = Latch("a task")
                startTask { ran.open() }
                try probe.expect(
                    try await probe.holdsAtRest { ran.isOpen },
                    "a task to run while \((number + 1) * tasks) others wait, the last of them \(what)",
                    observed: "it had not run when the process had come to rest")
            }
            for gate in [a.gate, b.gate] { gate.open() }
            try probe.expect(
                try await probe.holdsAtRest { done.value == kinds.count * tasks && returned.isOpen },
                "all \(kinds.count * tasks) tasks that waited to go on when A and B have finished",
                observed: "\(done.value) went on")
        }
    }
}
