internal import Operations

/// Waiting for dependencies: 3.1, 3.2, 3.4 and 3.11.
extension DependencyRules {
    static let waitsForAllRule = Rule(
        "3.1", "An operation is not ready until all its dependencies have finished.",
        sources: [.documentation, .articles], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await waitsForAll($0, $1) }

    private static func waitsForAll<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let dependent = scenario.operation("D")
            let inQueue = scenario.held("A, in the queue")
            let byHand = scenario.operation("B, to be started by hand")
            let last = scenario.held("C, added last")
            scenario.depend(dependent, on: inQueue, byHand, last)
            // A second edge from one dependency: releasing one dependent must not release the other.
            let other = scenario.operation("E")
            // The first and the last that were added: to which of them the end comes first must not matter.
            scenario.depend(other, on: last, inQueue)
            func expectWaiting(_ samplePoint: String) async throws {
                try await scenario.probe.settle()
                for member in [dependent, other] {
                    try probe.expect(
                        !member.operation.isReady && !member.hasStarted,
                        "\(member.label) is not ready \(samplePoint)", observed: member.state)
                }
            }
            try probe.expect(
                !dependent.operation.isReady, "D, which depends on A, B and C, is not ready when it is made",
                observed: dependent.state)
            scenario.add(dependent, other, to: queue)
            try await expectWaiting("while A, B and C have not started")
            scenario.add(inQueue, to: queue)
            await scenario.started(inQueue)
            try await expectWaiting("while A executes")
            inQueue.release()
            try await scenario.start(byHand)
            try await expectWaiting("when only C has not finished")
            scenario.add(last, to: queue)
            await scenario.started(last)
            try await expectWaiting("while C, the last, executes")
            last.release()
            try await scenario.expectCompletion(
                of: [dependent, other], "when all they depend on have finished")
            try await waitAtTheEnd(scenario)
        }
    }

    /// Looks from inside the dependents at dependencies that have just ended.
    private static func waitAtTheEnd<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let queue = await scenario.queue("queue 2")
        let early = RelaxedCounter()
        for _ in 0..<50 {
            let dependencies = (0..<3).map { _ in scenario.subject.makeOperation { _ in } }
            let dependent = scenario.subject.makeOperation { _ in
                if !dependencies.allSatisfy(\.isFinished) { early.increment() }
            }
            for dependency in dependencies { dependent.addDependency(dependency) }
            for operation in [dependent] + dependencies { queue.addOperation(operation) }
        }
        try await scenario.probe.settle()
        try scenario.probe.expect(
            early.value == 0, "each of 50 operations starts when its three dependencies have finished",
            observed: "inside the bodies of \(early.value) of them, a dependency was not finished")
    }

    static let finishedDependencyRule = Rule(
        "3.2", "Depending on an operation that has finished holds nothing back.", sources: [.tests],
        needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await finishedDependency($0, $1) }

    private static func finishedDependency<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(suspended: scenario.claims(.suspension))
            let byHand = scenario.operation("A, started by hand")
            let byQueue = scenario.operation("B, run by a queue")
            let other = await scenario.queue("queue 2")
            let early =
                scenario.claims(.startOverrides)
                ? try (1...3).map {
                    try scenario.overridden("E\($0), in no queue when A ended,", endsAtOnce: true)
                } : []
            for member in early { scenario.depend(member, on: byHand) }
            try await scenario.start(byHand)
            scenario.add(byQueue, to: other)
            try await scenario.expectFinish(of: [byQueue], "as it depends on nothing")
            let new = scenario.operation("C, which depends on A and B, both finished,")
            scenario.depend(new, on: byHand, byQueue)
            try probe.expect(new.operation.isReady, "\(new.label) is ready", observed: new.state)
            scenario.add([new] + early, to: queue)
            var dependents = [new] + early
            if scenario.claims(.suspension) {
                let queued = scenario.operation("D, queued and then made to depend on A, finished,")
                scenario.add(queued, to: queue)
                scenario.depend(queued, on: byHand)
                try probe.expect(queued.operation.isReady, "\(queued.label) is ready", observed: queued.state)
                dependents.append(queued)
                await scenario.setSuspended(queue, false)
            }
            try await scenario.expectCompletion(
                of: dependents, "as they depend on finished operations only")
        }
    }

    static let dependentFirstRule = Rule(
        "3.4", "Adding the dependent before its dependency to a serial queue does not deadlock.",
        sources: [.tests], needs: [.lifeCycle, .dependencies, .oneAtATime], isolation: .ownProcess
    ) { try await dependentFirst($0, $1) }

    private static func dependentFirst<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue("queue 1", limit: 1)
            let b = scenario.operation("B, which depends on A")
            let a = scenario.operation("A, added after B")
            scenario.depend(b, on: a)
            scenario.add(b, to: queue)
            try await scenario.probe.settle()
            scenario.add(a, to: queue)

            let many = await scenario.queue("queue 2", limit: 1)
            let chain = ["C", "D", "E"].map { scenario.operation("\($0), added in one call with the others") }
            for (dependent, dependency) in zip(chain, chain.dropFirst()) {
                scenario.depend(dependent, on: dependency)
            }
            many.addTogether(chain.map(\.operation))
            try await scenario.expectCompletion(
                of: [a, b, chain[0], chain[1], chain[2]],
                "in serial queues, though the dependents were added first")
        }
    }

    static let outrankPriorityRule = Rule(
        "3.11", "Dependencies outrank priority.", sources: [.articles, .documentation],
        needs: [.lifeCycle, .dependencies, .priorities], isolation: .ownProcess
    ) { try await outrankPriority($0, $1) }

    private static func outrankPriority<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let isLimited = scenario.claims(.concurrencyLimit)
            // At limit 1 the wrong one would take the slot; with more, it would run beside the right one.
            for limit in isLimited ? [1, 2] : [nil] {
                let queue = await scenario.queue(limit: limit, suspended: scenario.claims(.suspension))
                let low = scenario.held("A, of very low priority")
                let high = scenario.operation("B, of very high priority, which depends on A")
                low.operation.queuePriority = try priority(.veryLow, of: low.operation, probe)
                high.operation.queuePriority = try priority(.veryHigh, of: high.operation, probe)
                scenario.depend(high, on: low)
                scenario.add(high, low, to: queue)
                if scenario.claims(.suspension) { await scenario.setSuspended(queue, false) }
                try await scenario.expectNoStart(of: [high], "before A, of very low priority, has finished")
                low.release()
                try await scenario.probe.settle()
                try scenario.expectOrder(low, before: high, expected: "B starts after A has finished")
            }
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
