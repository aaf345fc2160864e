private import ConcurrencyPrimitives
import Operations

/// Tasks that wait: 9.9 and 9.10.
extension WaitingRules {
    static let cancelledWaiterRule = Rule(
        "9.9", "A waiting task that is cancelled stops waiting; the operation is not affected.",
        level: .claimed, sources: [.own], testedCode: .operation,
        needs: [.lifeCycle, .asyncWaiting, .boundedWaiting],
        isolation: .ownProcess
    ) { try await cancelledWaiter($0, $1) }

    private static func cancelledWaiter<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let executing = scenario.held("A, which executes,")
            let waiting = scenario.operation("B, which waits for A,")
            if scenario.claims(.dependencies) { scenario.depend(waiting, on: executing) }
            scenario.add(executing, waiting, to: queue)
            try await scenario.expectStart(of: [executing], "in an idle queue")
            var others: [BoundedWaiter] = []
            for member in scenario.claims(.dependencies) ? [executing, waiting] : [executing] {
                let cancelled = try waiters(for: member, of: queue, probe)
                others += try waiters(for: member, of: queue, probe)
                for waiter in cancelled {
                    try await waiter.expectWaiting("as long as \(member.label) does", probe)
                }
                for waiter in cancelled { waiter.cancel() }
                for waiter in cancelled { try await waiter.expectEnd(by: .cancellation, probe) }
            }
            for member in [executing, waiting] {
                try probe.expect(
                    !member.operation.isCancelled && !member.operation.isFinished || member.ranOnce,
                    "\(member.label) to be unaffected by the cancellation of tasks that waited for it",
                    observed:
                        "isCancelled is \(member.operation.isCancelled), isFinished \(member.operation.isFinished)"
                )
            }
            for waiter in others { try await waiter.expectWaiting("in a task that isn't cancelled", probe) }
            executing.release()
            try await scenario.expectRun(of: [executing, waiting], "whoever waited for it")
            for waiter in others { try await waiter.expectReturn("when all has finished", probe) }
        }
        try await RuleScenario.run(subject, probe, part: "cancelled at the end") {
            try await cancelAtTheEnd($0)
        }
    }

    /// One that waits for the operation, and one for its queue.
    private static func waiters<Queue: BasicOperationQueue>(
        for member: ScenarioOperation<Queue.Operation>, of queue: Queue, _ probe: Probe
    ) throws -> [BoundedWaiter] {
        let (operation, label) = (try member.operation.boundedWaiting, member.label)
        let queue = try queue.boundedWaiting
        return [
            BoundedWaiter("waiting for \(label)", probe) { () throws(WaitEndedEarly) in
                try await operation.waitUntilFinished(timeout: nil)
            },
            BoundedWaiter("waiting for the queue of \(label)", probe) { () throws(WaitEndedEarly) in
                try await queue.waitUntilAllOperationsAreFinished(timeout: nil)
            },
        ]
    }

    private static func cancelAtTheEnd<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (probe, queue) = (scenario.probe, await scenario.queue())
        var waiters: [BoundedWaiter] = []
        let operations = (1...60).map { scenario.held("racing \($0)") }
        for member in operations {
            scenario.add(member, to: queue)
            let both = try self.waiters(for: member, of: queue, probe)
            SystemThread.start { member.release() }
            for waiter in both { waiter.cancel() }
            waiters += both
        }
        try await scenario.expectRun(of: operations, "whoever waited for it")
        let cancelled = operations.filter(\.operation.isCancelled)
        try probe.expect(
            cancelled.isEmpty, "no operation to be cancelled with the tasks that waited for it",
            observed: "\(cancelled.labels()) were")
        _ = try await probe.holdsWhenQuiescent { waiters.allSatisfy { $0.end != nil } }
        if let waiter = waiters.first(where: { $0.end == nil }) {
            throw probe.violation("\(waiter.call) to return", observed: waiter.inWords)
        }
    }

    static let poolStaysFreeRule = Rule(
        "9.10", "Waiting does not block the cooperative thread pool.", level: .claimed, sources: [.own],
        needs: [.lifeCycle, .asyncWaiting], isolation: .ownProcess
    ) { try await poolStaysFree($0, $1) }

    private static func poolStaysFree<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let (a, b) = (scenario.held("A"), scenario.held("B"))
            scenario.add(a, to: queue)
            try await scenario.expectStart(of: [a], "in an idle queue")
            let (first, second) = (a.operation, b.operation)
            var kinds: [(what: String, wait: @Sendable () async -> Void)] = [
                ("for an operation", { await first.waitUntilFinished() }),
                ("for the queue", { await queue.waitUntilAllOperationsAreFinished() }),
            ]
            if scenario.claims(.boundedWaiting) {
                let bounded = try first.boundedWaiting
                kinds.append(
                    ("for an operation, bounded,", { try? await bounded.waitUntilFinished(timeout: .never) }))
            }
            // By one task only: an operation is added once.
            let returned = Latch("addOperations([B], waitUntilFinished: true)")
            if scenario.claims(.batches) {
                let batching = try queue.batching
                startTask {
                    await batching.addOperations([second], waitUntilFinished: true)
                    returned.open()
                }
            } else {
                queue.addOperation(second)
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
                    try await probe.holdsWhenQuiescent { ran.isOpen },
                    "a task to run while \((number + 1) * tasks) others wait, the last of them \(what)",
                    observed: "it had not run when the process was quiescent")
            }
            for latch in [a.latch, b.latch] { latch.open() }
            try probe.expect(
                try await probe.holdsWhenQuiescent { done.value == kinds.count * tasks && returned.isOpen },
                "all \(kinds.count * tasks) tasks that waited to go on when A and B have finished",
                observed: "\(done.value) went on")
        }
    }
}
