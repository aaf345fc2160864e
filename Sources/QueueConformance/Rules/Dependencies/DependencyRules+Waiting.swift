internal import Operations

/// Waiting for dependencies: 3.1, 3.2, 3.4 and 3.11.
extension DependencyRules {
    static func waitsForAll<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let dependent = stage.operation("D")
        let inQueue = stage.held("A, in the queue")
        let byHand = stage.operation("B, to be started by hand")
        let last = stage.held("C, added last")
        stage.make(dependent, dependOn: inQueue, byHand, last)
        // A second edge from one dependency: releasing one dependent must not release the other.
        let other = stage.operation("E")
        // The first and the last that were added: to which of them the end comes first must not matter.
        stage.make(other, dependOn: last, inQueue)
        func expectWaiting(_ moment: String) async throws {
            try await stage.settle()
            for traced in [dependent, other] {
                try probe.expect(
                    !traced.operation.isReady && !traced.hasBegun,
                    "\(traced.label) is not ready \(moment)", observed: traced.states)
            }
        }
        try probe.expect(
            !dependent.operation.isReady, "D, which depends on A, B and C, is not ready when it is made",
            observed: dependent.states)
        stage.add(dependent, other, to: queue)
        try await expectWaiting("while A, B and C have not started")
        stage.add(inQueue, to: queue)
        await stage.begin(of: inQueue)
        try await expectWaiting("while A executes")
        try await stage.letGo(inQueue)
        try await stage.start(byHand)
        try await expectWaiting("when only C has not finished")
        stage.add(last, to: queue)
        await stage.begin(of: last)
        try await expectWaiting("while C, the last, executes")
        try await stage.letGo(last)
        try await stage.expectRun(
            dependent, other, expected: "D and E run when all they depend on have finished")
        try await waitAtTheEnd(stage)
    }

    /// Looks from inside the dependents at dependencies that have just ended.
    private static func waitAtTheEnd<Subject: ConformanceSubject>(_ stage: Stage<Subject>) async throws {
        let queue = await stage.queue("queue 2")
        let early = RelaxedCounter()
        for _ in 0..<50 {
            let dependencies = (0..<3).map { _ in stage.subject.makeOperation { _ in } }
            let dependent = stage.subject.makeOperation { _ in
                if !dependencies.allSatisfy(\.isFinished) { early.increment() }
            }
            for dependency in dependencies { dependent.addDependency(dependency) }
            for operation in [dependent] + dependencies { queue.addOperation(operation) }
        }
        try await stage.settle()
        try stage.probe.expect(
            early.value == 0, "each of 50 operations starts when its three dependencies have finished",
            observed: "inside the bodies of \(early.value) of them, a dependency was not finished")
    }

    static func finishedDependency<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue(suspended: stage.can(.suspension))
        let byHand = stage.operation("A, started by hand")
        let byQueue = stage.operation("B, run by a queue")
        let other = await stage.queue("queue 2")
        try await stage.start(byHand)
        stage.add(byQueue, to: other, called: "queue 2")
        try await stage.expectFinish(byQueue, expected: "B, which depends on nothing, finishes")
        let new = stage.operation("C, which depends on A and B, both finished,")
        stage.make(new, dependOn: byHand, byQueue)
        try probe.expect(new.operation.isReady, "\(new.label) is ready", observed: new.states)
        stage.add(new, to: queue)
        var dependents = [new]
        if stage.can(.suspension) {
            let queued = stage.operation("D, queued and then made to depend on A, finished,")
            stage.add(queued, to: queue)
            stage.make(queued, dependOn: byHand)
            try probe.expect(queued.operation.isReady, "\(queued.label) is ready", observed: queued.states)
            dependents.append(queued)
            await stage.setSuspended(false, queue)
        }
        try await stage.expectAtRest(
            "what depends only on finished operations runs",
            observed: { dependents.filter { !$0.ranWhole }.map(\.states).joined(separator: "; ") },
            { dependents.allSatisfy(\.ranWhole) })
    }

    static func dependentFirst<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue("queue 1", limit: 1)
        let b = stage.operation("B, which depends on A")
        let a = stage.operation("A, added after B")
        stage.make(b, dependOn: a)
        stage.add(b, to: queue, called: "queue 1")
        try await stage.settle()
        stage.add(a, to: queue, called: "queue 1")

        let many = await stage.queue("queue 2", limit: 1)
        let chain = ["C", "D", "E"].map { stage.operation("\($0), added in one call with the others") }
        for (dependent, dependency) in zip(chain, chain.dropFirst()) {
            stage.make(dependent, dependOn: dependency)
        }
        many.addOperations(chain.map(\.operation))
        try await stage.expectRun(
            a, b, chain[0], chain[1], chain[2],
            expected: "in serial queues, all run, though the dependents were added first")
    }

    static func outrankPriority<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let stage = Stage(subject, probe)
        let isLimited = stage.can(.concurrencyLimit)
        // At limit 1 the wrong one would take the slot; with more, it would run beside the right one.
        for limit in isLimited ? [1, 2] : [nil] {
            let queue = await stage.queue(limit: limit, suspended: stage.can(.suspension))
            let low = stage.held("A, of very low priority")
            let high = stage.operation("B, of very high priority, which depends on A")
            low.operation.queuePriority = try priority(.veryLow, of: low.operation, probe)
            high.operation.queuePriority = try priority(.veryHigh, of: high.operation, probe)
            stage.make(high, dependOn: low)
            stage.add(high, low, to: queue)
            if stage.can(.suspension) { await stage.setSuspended(false, queue) }
            try await stage.expectNoStart(
                of: high, expected: "B, of very high priority, waits for A, of very low priority")
            try await stage.letGo(low)
            try await stage.settle()
            try stage.expectOrder(low, before: high, expected: "B starts after A has finished")
        }
    }

    private static func priority<Operation: OperationProtocol>(
        _ priority: QueuePriority, of operation: Operation, _ probe: Probe
    ) throws -> Operation.QueuePriority {
        guard let value = Operation.QueuePriority(rawValue: priority.rawValue) else {
            throw probe.violation(
                "operations can have the priority \(priority)",
                observed: "there is none of raw value \(priority.rawValue)")
        }
        return value
    }
}
