internal import ConcurrencyPrimitives
internal import Operations

/// Cancelling everything, and cancelling twice: 2.10 to 2.12.
extension CancellationRules {
    static let cancelEverythingRule = Rule(
        "2.10",
        "`cancelAllOperations` cancels everything queued or executing, and removes nothing by itself.",
        sources: [.documentation],
        needs: [.lifeCycle, .cancellation, .cancelAll, .concurrencyLimit, .enumeration],
        isolation: .ownProcess
    ) { try await cancelEverything($0, $1) }

    private static func cancelEverything<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: 1)
            let executing = scenario.held("A, executing")
            let queued = scenario.operation("B, queued")
            var held = [executing, queued]
            scenario.add(executing, queued, to: queue)
            await scenario.started(executing)
            if scenario.claims(.dependencies) {
                let waiting = scenario.operation("C, waiting for A")
                scenario.depend(waiting, on: executing)
                scenario.add(waiting, to: queue)
                held.append(waiting)
            }
            await scenario.cancelAll(queue)
            try await expectCancelledAndKept(held, in: queue, scenario)
            executing.release()
            if scenario.claims(.suspension) {
                try await scenario.probe.settle()
                await scenario.setSuspended(queue, true)
                let suspended = scenario.operation("D, in the suspended queue")
                scenario.add(suspended, to: queue)
                await scenario.cancelAll(queue)
                try await expectCancelledAndKept([suspended], in: queue, scenario)
                await scenario.setSuspended(queue, false)
            }
            try await scenario.probe.settle()
        }
        try await RuleScenario.run(subject, probe, part: "what ends as it is cancelled") {
            try await cancelWhatEndsAtOnce($0)
        }
        guard subject.keepsDetails, subject.claims(.dependencies) else { return }
        try await RuleScenario.run(subject, probe, part: "what overrides cancel") {
            try await cancelOverrides($0)
        }
    }

    /// What executes may end inside its own cancel. What waits for it is cancelled all the same, so it doesn't run because of that.
    private static func cancelWhatEndsAtOnce<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let needs: [QueueCapability] = [.startOverrides, .observation, .dependencies]
        guard scenario.subject.keepsDetails, needs.allSatisfy(scenario.claims) else { return }
        let queue = await scenario.queue(limit: 2)
        let (executing, waiting) = (
            try scenario.overridden("A, which ends inside its cancel,"),
            scenario.operation("B, waiting for A")
        )
        scenario.depend(waiting, on: executing)
        let mayGoOn = scenario.latch("the cancel of A may return")
        let observation = try scenario.subject.observe(executing.operation) { change in
            guard case .flag(.isCancelled, true) = change else { return }
            executing.release()
            mayGoOn.waitBlocking()
        }
        scenario.add(executing, waiting, to: queue)
        try await scenario.expectStart(of: [executing], "in an idle queue")
        let (all, recorder) = (try queue.cancellingAll, scenario.probe.recorder("canceller"))
        SystemThread.start { recorder.call("cancelAllOperations()") { all.cancelAllOperations() } }
        try await scenario.expectNoStart(
            of: [waiting], "though A has ended by a call that cancels both of them")
        mayGoOn.open()
        try await scenario.expectFinish(of: [executing, waiting], "when cancelAllOperations() has returned")
        try await scenario.expectNoStart(of: [waiting], "being cancelled with A")
        observation.invalidate()
    }

    private static func expectCancelledAndKept<Subject: ConformanceSubject>(
        _ held: [RuleScenario<Subject>.Member], in queue: Subject.Queue, _ scenario: RuleScenario<Subject>
    ) async throws {
        for member in held {
            try scenario.probe.expect(
                member.operation.isCancelled, "\(member.label), is cancelled by cancelAllOperations()",
                observed: member.state)
        }
        try await scenario.probe.settle()
        let listed = try await queue.enumerable.operations
        for member in held {
            try scenario.probe.expect(
                listed.contains(member.operation),
                "\(member.label), which can't have finished, is still in the queue after cancelAllOperations()",
                observed: "it is not among the queue's \(listed.count) operations; \(member.state)")
        }
    }

    static let addAfterCancelAllRule = Rule(
        "2.11", "Operations added after `cancelAllOperations` run.", sources: [.tests],
        needs: [.lifeCycle, .cancellation, .cancelAll], isolation: .ownProcess
    ) { try await addAfterCancelAll($0, $1) }

    private static func addAfterCancelAll<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            // No fence between the calls: they are one caller's, so their order is theirs in any queue.
            let queue = await scenario.queue("queue 1")
            scenario.cancelAllWithoutWaiting(queue)
            let idle = scenario.operation("A, added after cancelAllOperations to an empty queue")
            scenario.add(idle, to: queue)
            var added = [idle]

            let busy = await scenario.queue("queue 2", limit: scenario.claims(.concurrencyLimit) ? 1 : nil)
            let executing = scenario.held("the operation that executes")
            let queued = scenario.operation("the operation behind it")
            scenario.add(executing, queued, to: busy)
            await scenario.started(executing)
            scenario.cancelAllWithoutWaiting(busy)
            let behind = scenario.operation("B, added after cancelAllOperations to a busy queue")
            scenario.add(behind, to: busy)
            executing.release()
            added.append(behind)

            if scenario.claims(.suspension) {
                let suspended = await scenario.queue("queue 3", suspended: true)
                scenario.add(scenario.operation("the operation before"), to: suspended)
                scenario.cancelAllWithoutWaiting(suspended)
                let later = scenario.operation("C, added after cancelAllOperations to a suspended queue")
                scenario.add(later, to: suspended)
                await scenario.setSuspended(suspended, false)
                added.append(later)
            }
            try await scenario.expectCompletion(of: added, "as any other operation")
        }
    }

    static let cancelTwiceRule = Rule(
        "2.12", "Cancelling twice is as cancelling once.", sources: [.own], testedCode: .operation,
        needs: [.lifeCycle, .cancellation], isolation: .ownProcess
    ) { try await cancelTwice($0, $1) }

    private static func cancelTwice<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let once = try await RuleScenario.run(subject, probe) { try await play(cancelling: 1, $0) }
        let twice = try await RuleScenario.run(subject, probe) { try await play(cancelling: 2, $0) }
        for (first, second) in zip(once, twice) {
            try probe.expect(
                first == second, "each call of cancel() made twice changes nothing: \(first)",
                observed: "with two calls: \(second)")
        }
    }

    /// Plays a scenario with every `cancel()` called that often, and says what came of it, step by step.
    private static func play<Subject: ConformanceSubject>(
        cancelling times: Int, _ scenario: RuleScenario<Subject>
    ) async throws -> [String] {
        let isLimited = scenario.claims(.oneAtATime)
        let queue = await scenario.queue(limit: isLimited ? 1 : nil)
        let executing = scenario.held("A, cancelled while it executes,")
        let queued = scenario.operation("B, cancelled while queued,")
        let early = scenario.operation("C, cancelled before it was added,")
        let second = scenario.operation("D, not cancelled,")
        let dependent = scenario.operation("E, which depends on B and D,")
        // The one that executes is the last to be cancelled, lest the next gets its slot meanwhile.
        // Without a limit the one that is queued might execute by then.
        let cancelled = isLimited ? [early, queued, executing] : [early, executing]
        let completions = cancelled.map { _ in RelaxedCounter() }
        if scenario.claims(.completionBlocks) {
            for (member, count) in zip(cancelled, completions) {
                member.operation.completionBlock = { count.increment() }
            }
        }
        if scenario.claims(.dependencies) {
            if isLimited { scenario.depend(dependent, on: queued) }
            scenario.depend(dependent, on: second)
        }

        var steps: [String] = []
        func note(_ samplePoint: String) async throws {
            try await scenario.probe.settle()
            let states = (cancelled + [dependent]).map(\.state)
            let completed = completions.map { "\($0.value)" }.joined(separator: ", ")
            steps += (states + ["the completion blocks ran \(completed) times"]).map {
                "\(samplePoint), \($0)"
            }
        }
        // A queue without dependencies would run the dependent whenever it is added.
        let dependents = scenario.claims(.dependencies) ? [dependent] : []
        scenario.add([executing] + (isLimited ? [queued] : []) + dependents, to: queue)
        await scenario.started(executing)
        for _ in 0..<times { scenario.cancel(cancelled) }
        scenario.addUnlessFinished([early], to: queue)
        if isLimited { try await note("with the slot taken") }
        executing.release()
        try await note("with the slot free")
        if isLimited {
            // Two that can't both execute.
            let last = ["F", "G"].map { scenario.held($0) }
            scenario.add(last, to: queue)
            try await scenario.probe.settle()
            steps.append("of F and G, \(last.filter(\.hasStarted).count) execute at limit 1")
            for member in last { member.release() }
        }
        scenario.add(second, to: queue)
        try await note("at the end")
        return steps
    }
}
