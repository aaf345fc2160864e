private import ConcurrencyPrimitives
internal import Operations

/// Operations with a replaced `start`: 1.13 to 1.15.
extension LifeCycleRules {
    static let overrideOccupiesSlotRule = Rule(
        "1.13",
        """
        An operation that overrides `start` occupies its queue and its slot until it announces finished.
        """, sources: [.articles], needs: [.lifeCycle, .startOverrides, .concurrencyLimit],
        isolation: .ownProcess
    ) { try await overrideOccupiesSlot($0, $1) }

    private static func overrideOccupiesSlot<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            for announces in [true, false] {
                let queue = await scenario.queue(limit: 1)
                let a = try scenario.overridden("A, whose start is replaced", announcesExecuting: announces)
                let b = scenario.operation("B")
                scenario.add(a, b, to: queue)
                await scenario.started(a)
                let isEmpty = RelaxedCounter()
                startTask {
                    await queue.waitUntilAllOperationsAreFinished()
                    isEmpty.set(1)
                }
                try await scenario.expectNoStart(
                    of: [b], "at limit 1 until A, whose start has returned, announces finished")
                try probe.expect(
                    isEmpty.value == 0, "waiting for the queue goes on until A announces finished",
                    observed: "it returned; \(a.state)")
                if scenario.claims(.enumeration) {
                    let held = try await queue.enumerable.operations
                    try probe.expect(
                        held.contains(a.operation), "the queue holds A until it announces finished",
                        observed: "it is not among the queue's \(held.count) operations; \(a.state)")
                }
                await scenario.release(a)
                try await scenario.expectCompletion(of: [b], "in A's slot when A has announced finished")
                try await scenario.probe.expectWhenQuiescent(
                    "A leaves its queue when it has announced finished",
                    observed: "waiting for the queue has not returned; \(a.state)", { isEmpty.value == 1 }
                )
            }
            try await overridesAtLimitTwo(scenario)
            try await overrideAfterAnother(scenario)
        }
    }

    /// Who has run an ordinary operation runs one whose `start` is replaced next: the end of the first isn't that of the second.
    private static func overrideAfterAnother<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let queue = await scenario.queue(limit: 1)
        let first = scenario.held("P")
        let override = try scenario.overridden("Q, whose start is replaced")
        let last = scenario.operation("R")
        scenario.add(first, override, to: queue)
        await scenario.started(first)
        first.release()
        await scenario.started(override)
        scenario.add(last, to: queue)
        try await scenario.expectNoStart(
            of: [last], "at limit 1 until Q, whose start has returned, announces finished")
        await scenario.release(override)
        try await scenario.expectCompletion(of: [last], "in Q's slot when Q has announced finished")
    }

    /// The slot of one is the slot of one: with a second operation in the other slot, a third waits.
    private static func overridesAtLimitTwo<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let queue = await scenario.queue(limit: 2)
        let x = try scenario.overridden("X, whose start is replaced")
        let y = try scenario.overridden("Y, whose start is replaced")
        let z = scenario.operation("Z")
        scenario.add(x, y, z, to: queue)
        await scenario.started(x, y)
        try await scenario.expectNoStart(of: [z], "at limit 2 while X and Y have not announced finished")
        await scenario.release(x)
        try await scenario.expectCompletion(of: [z], "in X's slot when X has announced finished")
        await scenario.release(y)
        try await scenario.expectFinish(of: [y], "when it has announced so")
    }

    static let returningDoesNotFinishRule = Rule(
        "1.14", "Returning from an overridden `start` does not finish the operation.",
        sources: [.articles], testedCode: .operation, needs: [.lifeCycle, .startOverrides, .overlap],
        isolation: .ownProcess
    ) { try await returningDoesNotFinish($0, $1) }

    private static func returningDoesNotFinish<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let a = try scenario.overridden("A, in a queue")
            let b = try scenario.overridden("B, in a queue", announcesExecuting: false)
            let c = try scenario.overridden("C, started by hand")
            let completed = RelaxedCounter()
            if scenario.claims(.completionBlocks) { a.operation.completionBlock = { completed.increment() } }
            scenario.add(a, b, to: queue)
            await scenario.started(a, b)
            try await scenario.start(c)
            try await scenario.probe.settle()
            for member in [a, b, c] {
                try probe.expect(
                    !member.operation.isFinished,
                    "\(member.label), is not finished by the return of its own start",
                    observed: "isFinished is true, though it has not announced so; \(member.state)")
            }
            try probe.expect(
                completed.value == 0, "A, which has not announced finished, is not complete",
                observed: "its completion block ran \(completed.value) times after its start had returned")
            let waited = RelaxedCounter()
            SystemThread.start {
                a.operation.waitUntilFinished()
                waited.set(1)
            }
            try await scenario.probe.settle()
            try probe.expect(
                waited.value == 0, "waiting for A goes on until A announces finished",
                observed: "it returned; \(a.state)")
            await scenario.release(a, b, c)
            try await scenario.expectFinish(of: [a, b, c], "when they have announced so")
        }
    }

    static let overrideHoldsDependentsRule = Rule(
        "1.15", "Until finished is announced, dependents do not start.", sources: [.articles],
        needs: [.lifeCycle, .startOverrides, .dependencies], isolation: .ownProcess
    ) { try await overrideHoldsDependents($0, $1) }

    private static func overrideHoldsDependents<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let a = try scenario.overridden("A, whose start is replaced")
            let b = scenario.operation("B")
            let c = scenario.operation("C")
            scenario.depend(b, on: a)
            scenario.depend(c, on: a)
            scenario.add(b, a, c, to: queue)
            await scenario.started(a)
            try await scenario.expectNoStart(
                of: [b, c], "until A, whose start has returned, announces finished")
            await scenario.release(a)
            try await scenario.expectCompletion(of: [b, c], "when A has announced finished")
        }
    }
}
