private import ConcurrencyPrimitives
internal import Operations

/// Announcing finished before the queue has started the operation: 1.17.
extension LifeCycleRules {
    /// What becomes of the operation once it has announced its end.
    enum AfterEarlyEnd: String, CaseIterable {
        case kept = "held on to"
        case released
    }

    static let endBeforeStartRule = Rule(
        "1.17",
        """
        Announcing finished before the queue started the operation does not corrupt the queue: it leaves, \
        its `main` never runs, others go on.
        """, sources: [.own], needs: [.lifeCycle, .startOverrides], isolation: .ownProcess,
        cases: AfterEarlyEnd.allCases.map(\.rawValue)
    ) { try await endBeforeStart($0, $1) }

    private static func endBeforeStart<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let after: AfterEarlyEnd = probe.caseValue()
        try subject.mustClaimOne(of: .suspension, .concurrencyLimit, .dependencies)
        try await RuleScenario.run(subject, probe) { scenario in
            if scenario.claims(.suspension) {
                let queue = await scenario.queue("queue 1", suspended: true)
                let limit = scenario.claims(.concurrencyLimit)
                // One that was never started has no slot to give back, nor to keep.
                if limit { await scenario.setLimit(of: queue, to: 1) }
                try await end(after, "in a suspended queue", in: queue, scenario) {
                    await scenario.setSuspended(queue, false)
                }
            }
            if scenario.claims(.concurrencyLimit) {
                let queue = await scenario.queue("queue 2", limit: 1)
                let blocker = scenario.held("the operation in the only slot")
                scenario.add(blocker, to: queue)
                await scenario.started(blocker)
                try await end(after, "waiting for a slot", in: queue, scenario) { blocker.release() }
            }
            if scenario.claims(.dependencies) {
                let queue = await scenario.queue("queue 3")
                let dependency = scenario.operation("the dependency")
                try await end(after, "waiting for a dependency", in: queue, on: dependency, scenario) {
                    scenario.add(dependency, to: queue)
                }
            }
        }
    }

    /// Adds an operation and another after it, has the first announce its end while it waits, and lets the queue go on.
    private static func end<Subject: ConformanceSubject>(
        _ after: AfterEarlyEnd, _ place: String, in queue: Subject.Queue,
        on dependency: RuleScenario<Subject>.Member? = nil, _ scenario: RuleScenario<Subject>,
        goOn: () async throws -> Void
    ) async throws {
        let probe = scenario.probe
        let early = try EarlyEnder("A, \(place),", of: scenario.subject)
        let recorder = probe.recorder()
        recorder.call("addOperation(\(early.label))") {
            early.with { operation in
                if let dependency { operation.addDependency(dependency.operation) }
                queue.addOperation(operation)
            }
        }
        let next = scenario.operation("B, added after \(early.label)")
        scenario.add(next, to: queue)
        try await scenario.probe.settle()

        var dependents: [RuleScenario<Subject>.Member] = []
        let waited = Latch("waiting for \(early.label) to return")
        if after == .kept {
            if scenario.claims(.dependencies) {
                let dependent = scenario.operation("C, which depends on \(early.label)")
                early.with { dependent.operation.addDependency($0) }
                scenario.add(dependent, to: await scenario.queue("elsewhere"))
                dependents.append(dependent)
            }
            SystemThread.start {
                early.with { $0.waitUntilFinished() }
                waited.open()
            }
            try await scenario.probe.settle()
        }
        try await probe.onThread("\(early.label) to announce that it has finished") {
            recorder.call("\(early.label) announces finished") { early.announceFinished() }
            if after == .released {
                early.letGo()
                FreedMemory.overwrite()
            }
        }
        try await scenario.probe.settle()
        if after == .kept {
            try await scenario.probe.expectWhenQuiescent(
                "waiting for \(early.label) returns when it has announced finished",
                observed: "it has not returned", { waited.isOpen })
        }
        for dependent in dependents {
            try await scenario.expectCompletion(of: [dependent], "when that has announced finished")
        }

        try await goOn()
        let isEmpty = Latch("waiting for the queue to return")
        startTask {
            await queue.waitUntilAllOperationsAreFinished()
            isEmpty.open()
        }
        try await scenario.expectCompletion(of: [next], "whatever has become of that")
        try await scenario.probe.expectWhenQuiescent(
            "\(early.label) leaves its queue, having announced finished",
            observed: "waiting for the queue has not returned", { isEmpty.isOpen })
        if scenario.claims(.enumeration) {
            let held = try await queue.enumerable.operations.count
            try probe.expect(
                held == 0, "the queue is empty when what it held has finished",
                observed: "it holds \(held) operations")
        }
        let last = scenario.operation("D, added at last")
        scenario.add(last, to: queue)
        try await scenario.expectCompletion(of: [last], "in a queue that holds nothing else")
        try probe.expect(
            !early.hasRun, "\(early.label) never begins its work, having announced finished",
            observed: "the queue started it, and it was not finished then")
    }
}
