internal import ConcurrencyPrimitives
internal import Operations

/// Cancelled operations in their queue's slots: 2.15 and 2.17.
extension CancellationRules {
    static let slotsAfterCancellingRule = Rule(
        "2.15", "A cancelled operation's slot is given on; cancelling never lowers the queue's capacity.",
        sources: [.own], needs: [.lifeCycle, .cancellation, .concurrencyLimit], isolation: .ownProcess
    ) { try await slotsAfterCancelling($0, $1) }

    private static func slotsAfterCancelling<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 2)
            let never = scenario.operation("the dependency, in no queue")
            for round in 1...2 {
                let executing = [scenario.held("A\(round)"), scenario.held("B\(round)")]
                scenario.add(executing, to: queue)
                await scenario.started(executing[0], executing[1])
                let queued = (1...5).map { scenario.operation("C\(round).\($0)") }
                var waiting: [RuleScenario<Subject>.Member] = []
                if scenario.claims(.dependencies) {
                    waiting = (1...5).map { scenario.operation("D\(round).\($0)") }
                    for member in waiting { scenario.depend(member, on: never) }
                }
                var early = [scenario.operation("E\(round)")]
                scenario.cancel(early)
                if scenario.claims(.startOverrides) {
                    let overridden = try scenario.overridden("F\(round)", endsAtOnce: true)
                    early.append(overridden)
                }
                scenario.add(queued + waiting, to: queue)
                scenario.addUnlessFinished(early, to: queue)
                if round == 1 || !scenario.claims(.cancelAll) {
                    scenario.cancel(executing + queued + waiting + early)
                } else {
                    await scenario.cancelAll(queue)
                }
                for member in executing { member.release() }
                let next = [scenario.held("X\(round)"), scenario.held("Y\(round)")]
                scenario.add(next, to: queue)
                try await scenario.probe.expectWhenQuiescent(
                    "after the cancelled ones, X\(round) and Y\(round) execute together at limit 2",
                    observed: next.map(\.state).joined(separator: "; "),
                    // One that the call before it cancelled, against rule 2.11, shows nothing.
                    { next.allSatisfy { $0.hasStarted || $0.operation.isCancelled } })
                for member in next { member.release() }
            }
            try await scenario.probe.settle()
        }
    }

    static let cancelledIsStartedRule = Rule(
        "2.17",
        """
        The queue starts a cancelled operation too: in a slot, in its turn, after resume; so an overridden \
        `start` is called and must finish.
        """, sources: [.documentation],
        needs: [.lifeCycle, .cancellation, .startOverrides, .concurrencyLimit, .suspension],
        isolation: .ownProcess
    ) { try await cancelledIsStarted($0, $1) }

    private static func cancelledIsStarted<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            try await startsAfterResume(scenario)
            try await startsInSlot(scenario)
            try await startsInTurn(scenario)
        }
    }

    private static func startsAfterResume<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let queue = await scenario.queue("queue 1", limit: 1, suspended: true)
        let a = try scenario.overridden("A, whose start is replaced")
        let b = scenario.operation("B, added after A")
        scenario.add(a, b, to: queue)
        scenario.cancel(a)
        try await scenario.expectNoStart(of: [a], "while its queue is suspended, though it is cancelled")
        try scenario.probe.expect(
            !a.operation.isFinished, "A, cancelled, is not finished while its queue is suspended",
            observed: a.state)
        await scenario.setSuspended(queue, false)
        try await scenario.probe.expectWhenQuiescent(
            "start() of A, cancelled, is called after resume", observed: a.state, { a.hasStarted })
        try scenario.probe.expect(
            !a.operation.isFinished, "A is finished only when it says so itself", observed: a.state)
        try await scenario.expectNoStart(
            of: [b], "at limit 1 until A, cancelled and started, announces finished")
        await scenario.release(a)
        try await scenario.expectCompletion(of: [a, b], "when A has announced finished")
    }

    private static func startsInSlot<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let queue = await scenario.queue("queue 2", limit: 1)
        let blocker = scenario.held("C, in the only slot")
        let cancelled = try scenario.overridden("D, whose start is replaced")
        scenario.add(blocker, cancelled, to: queue)
        await scenario.started(blocker)
        scenario.cancel(cancelled)
        try await scenario.expectNoStart(
            of: [cancelled], "while C holds the only slot, though it is cancelled")
        try scenario.probe.expect(
            !cancelled.operation.isFinished, "D, cancelled, is not finished while C holds the only slot",
            observed: cancelled.state)
        blocker.release()
        try await scenario.probe.expectWhenQuiescent(
            "start() of D, cancelled, is called when the slot is free",
            observed: cancelled.state, { cancelled.hasStarted })
        await scenario.release(cancelled)
        try await scenario.expectFinish(of: [cancelled], "when it has announced so")
    }

    private static func startsInTurn<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let queue = await scenario.queue("queue 3", limit: 1, suspended: true)
        let first = scenario.operation("E, added first")
        let cancelled = try scenario.overridden("F, added second and cancelled", endsAtOnce: true)
        let third = scenario.operation("G, added third")
        scenario.add(first, cancelled, third, to: queue)
        scenario.cancel(cancelled)
        await scenario.setSuspended(queue, false)
        try await scenario.expectCompletion(
            of: [first, cancelled, third], "in a queue of limit 1, though F was cancelled")
        let expected = "F, cancelled, is started in its turn, after E and before G"
        try scenario.expectOrder(first, before: cancelled, expected: expected)
        try scenario.expectOrder(cancelled, before: third, expected: expected)
    }
}
