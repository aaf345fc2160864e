internal import Operations

/// Operations with a replaced `start`: 1.13 to 1.15.
extension LifeCycleRules {
    static func overrideOccupiesSlot<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        for announces in [true, false] {
            let queue = await stage.queue(limit: 1)
            let a = stage.overridden("A, whose start is replaced", announcesExecuting: announces)
            let b = stage.operation("B")
            stage.add(a, b, to: queue)
            await stage.begin(of: a)
            let isEmpty = RelaxedCounter()
            Task.detached {
                await queue.waitUntilAllOperationsAreFinished()
                isEmpty.set(1)
            }
            try await stage.expectNoStart(
                of: b, expected: "B waits at limit 1 until A, whose start has returned, announces finished")
            try probe.expect(
                isEmpty.value == 0, "waiting for the queue goes on until A announces finished",
                observed: "it returned; \(a.states)")
            if stage.can(.enumeration) {
                let held = await queue.operations
                try probe.expect(
                    held.contains(a.operation), "the queue holds A until it announces finished",
                    observed: "it is not among the queue's \(held.count) operations; \(a.states)")
            }
            try await stage.letGo(a)
            try await stage.expectRun(b, expected: "B gets A's slot when A has announced finished")
            try await stage.expectAtRest(
                "A leaves its queue when it has announced finished",
                observed: { "waiting for the queue has not returned; \(a.states)" }, { isEmpty.value == 1 })
        }
        try await overridesAtLimitTwo(stage)
    }

    /// The slot of one is the slot of one: with a second operation in the other slot, a third waits.
    private static func overridesAtLimitTwo<Subject: ConformanceSubject>(_ stage: Stage<Subject>) async throws
    {
        let queue = await stage.queue(limit: 2)
        let x = stage.overridden("X, whose start is replaced")
        let y = stage.overridden("Y, whose start is replaced")
        let z = stage.operation("Z")
        stage.add(x, y, z, to: queue)
        await stage.begin(of: x, y)
        try await stage.expectNoStart(
            of: z, expected: "Z waits at limit 2 while X and Y have not announced finished")
        try await stage.letGo(x)
        try await stage.expectRun(z, expected: "Z gets X's slot when X has announced finished")
        try await stage.letGo(y)
        try await stage.expectFinish(y, expected: "Y finishes when it has announced so")
    }

    static func returningDoesNotFinish<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let a = stage.overridden("A, in a queue")
        let b = stage.overridden("B, in a queue", announcesExecuting: false)
        let c = stage.overridden("C, started by hand")
        let completed = RelaxedCounter()
        if stage.can(.completionBlocks) { a.operation.completionBlock = { completed.increment() } }
        stage.add(a, b, to: queue)
        await stage.begin(of: a, b)
        try await stage.start(c)
        try await stage.settle()
        for traced in [a, b, c] {
            try probe.expect(
                !traced.operation.isFinished,
                "\(traced.label), is not finished by the return of its own start",
                observed: "isFinished is true, though it has not announced so; \(traced.states)")
        }
        try probe.expect(
            completed.value == 0, "A, which has not announced finished, is not complete",
            observed: "its completion block ran \(completed.value) times after its start had returned")
        let waited = RelaxedCounter()
        ScenarioThread.start {
            a.operation.waitUntilFinished()
            waited.set(1)
        }
        try await stage.settle()
        try probe.expect(
            waited.value == 0, "waiting for A goes on until A announces finished",
            observed: "it returned; \(a.states)")
        try await stage.letGo(a, b, c)
        try await stage.expectFinish(a, b, c, expected: "A, B and C are finished when they have announced so")
    }

    static func overrideHoldsDependents<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let a = stage.overridden("A, whose start is replaced")
        let b = stage.operation("B")
        let c = stage.operation("C")
        stage.make(b, dependOn: a)
        stage.make(c, dependOn: a)
        stage.add(b, a, c, to: queue)
        await stage.begin(of: a)
        try await stage.expectNoStart(
            of: b, c, expected: "B and C, which depend on A, wait until A, whose start has returned, finishes"
        )
        try await stage.letGo(a)
        try await stage.expectRun(b, c, expected: "B and C run when A has announced finished")
    }
}
