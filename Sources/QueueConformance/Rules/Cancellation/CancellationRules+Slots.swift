internal import Operations

/// Cancelled operations in their queue's slots: 2.15 and 2.17.
extension CancellationRules {
    static func slotsAfterCancelling<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue(limit: 2)
        let never = stage.operation("the dependency, in no queue")
        for round in 1...2 {
            let executing = [stage.held("A\(round)"), stage.held("B\(round)")]
            stage.add(executing, to: queue)
            await stage.begin(of: executing[0], executing[1])
            let queued = (1...5).map { stage.operation("C\(round).\($0)") }
            var waiting: [Stage<Subject>.Traced] = []
            if stage.can(.dependencies) {
                waiting = (1...5).map { stage.operation("D\(round).\($0)") }
                for traced in waiting { stage.make(traced, dependOn: never) }
            }
            var early = [stage.operation("E\(round)")]
            stage.cancel(early)
            if stage.can(.startOverrides) {
                let overridden = stage.overridden("F\(round)", endsAtOnce: true)
                early.append(overridden)
            }
            stage.add(queued + waiting + early, to: queue)
            if round == 1 {
                stage.cancel(executing + queued + waiting + early)
            } else {
                await stage.cancelAll(queue)
            }
            for traced in executing { try await stage.letGo(traced) }
            let next = [stage.held("X\(round)"), stage.held("Y\(round)")]
            stage.add(next, to: queue)
            try await stage.expectAtRest(
                "after the cancelled ones, X\(round) and Y\(round) execute together at limit 2",
                observed: { next.map(\.states).joined(separator: "; ") },
                // One that the call before it cancelled, against rule 2.11, shows nothing.
                { next.allSatisfy { $0.hasBegun || $0.operation.isCancelled } })
            for traced in next { try await stage.letGo(traced) }
        }
        try await stage.settle()
    }

    static func cancelledIsStarted<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        try await startsAfterResume(stage)
        try await startsInSlot(stage)
        try await startsInTurn(stage)
    }

    private static func startsAfterResume<Subject: ConformanceSubject>(
        _ stage: Stage<Subject>
    ) async throws {
        let queue = await stage.queue("queue 1", limit: 1, suspended: true)
        let a = stage.overridden("A, whose start is replaced")
        let b = stage.operation("B, added after A")
        stage.add(a, b, to: queue, called: "queue 1")
        stage.cancel(a)
        try await stage.expectNoStart(
            of: a, expected: "A, cancelled, is not started while its queue is suspended")
        try stage.probe.expect(
            !a.operation.isFinished, "A, cancelled, is not finished while its queue is suspended",
            observed: a.states)
        await stage.setSuspended(false, queue, called: "queue 1")
        try await stage.expectAtRest(
            "start() of A, cancelled, is called after resume", observed: { a.states }, { a.hasBegun })
        try stage.probe.expect(
            !a.operation.isFinished, "A is finished only when it says so itself", observed: a.states)
        try await stage.expectNoStart(
            of: b, expected: "B waits at limit 1 until A, cancelled and started, announces finished")
        try await stage.letGo(a)
        try await stage.expectRun(a, b, expected: "A is started once, finishes, and B runs after it")
    }

    private static func startsInSlot<Subject: ConformanceSubject>(_ stage: Stage<Subject>) async throws {
        let queue = await stage.queue("queue 2", limit: 1)
        let blocker = stage.held("C, in the only slot")
        let cancelled = stage.overridden("D, whose start is replaced")
        stage.add(blocker, cancelled, to: queue, called: "queue 2")
        await stage.begin(of: blocker)
        stage.cancel(cancelled)
        try await stage.expectNoStart(
            of: cancelled, expected: "D, cancelled, is not started while C holds the only slot")
        try stage.probe.expect(
            !cancelled.operation.isFinished, "D, cancelled, is not finished while C holds the only slot",
            observed: cancelled.states)
        try await stage.letGo(blocker)
        try await stage.expectAtRest(
            "start() of D, cancelled, is called when the slot is free",
            observed: { cancelled.states }, { cancelled.hasBegun })
        try await stage.letGo(cancelled)
        try await stage.expectFinish(cancelled, expected: "D finishes when it has announced so")
    }

    private static func startsInTurn<Subject: ConformanceSubject>(_ stage: Stage<Subject>) async throws {
        let queue = await stage.queue("queue 3", limit: 1, suspended: true)
        let first = stage.operation("E, added first")
        let cancelled = stage.overridden("F, added second and cancelled", endsAtOnce: true)
        let third = stage.operation("G, added third")
        stage.add(first, cancelled, third, to: queue, called: "queue 3")
        stage.cancel(cancelled)
        await stage.setSuspended(false, queue, called: "queue 3")
        try await stage.expectRun(
            first, cancelled, third, expected: "E, F (cancelled, its start replaced) and G all run")
        let expected = "F, cancelled, is started in its turn, after E and before G"
        try stage.expectOrder(first, before: cancelled, expected: expected)
        try stage.expectOrder(cancelled, before: third, expected: expected)
    }
}
