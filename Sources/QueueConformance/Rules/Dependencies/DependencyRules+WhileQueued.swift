internal import ConcurrencyPrimitives
private import Dispatch
internal import Operations

/// A dependency that is added to a queued operation: 3.10.
extension DependencyRules {
    static let addedWhileQueuedRule = Rule(
        "3.10",
        "A dependency added to a queued operation delays it if `addDependency` returned while the operation was neither "
            + "executing nor finished.",
        sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await addedWhileQueued($0, $1) }

    private static func addedWhileQueued<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let dependency = scenario.operation("A")
            let other = await scenario.queue("queue 1")
            var delayed: [RuleScenario<Subject>.Member] = []
            let waiting = scenario.operation("B, which waits for another dependency")
            let first = scenario.operation("that dependency")
            scenario.depend(waiting, on: first)
            scenario.add(waiting, to: other)
            scenario.depend(waiting, on: dependency)
            scenario.add(first, to: other)
            delayed.append(waiting)
            if scenario.claims(.suspension) {
                let suspended = await scenario.queue("queue 2", suspended: true)
                let queued = scenario.operation("C, in a suspended queue")
                scenario.add(queued, to: suspended)
                try await scenario.probe.settle()
                scenario.depend(queued, on: dependency)
                await scenario.setSuspended(suspended, false)
                delayed.append(queued)
            }
            if scenario.claims(.concurrencyLimit) {
                let serial = await scenario.queue("queue 3", limit: 1)
                let blocker = scenario.held("the operation in the only slot")
                let queued = scenario.operation("D, waiting for a slot")
                scenario.add(blocker, queued, to: serial)
                await scenario.started(blocker)
                try await scenario.probe.settle()
                scenario.depend(queued, on: dependency)
                blocker.release()
                delayed.append(queued)
            }
            try await scenario.probe.settle()
            for member in delayed {
                try probe.expect(
                    !member.hasStarted, "\(member.label), waits for A, added to it before it started",
                    observed: member.state)
            }
            scenario.add(dependency, to: other)
            try await scenario.expectCompletion(of: delayed, "when A has finished")
        }
        for isOverridden in [false, true] {
            // Kept by this: not every queue does.
            let underlying = DispatchQueue(label: "underlying")
            try await RuleScenario.run(subject, probe, part: "handed on") { scenario in
                try await addedWhenHandedOn(scenario, underlying, isOverridden: isOverridden)
            }
            withExtendedLifetime(underlying) {}
        }
    }

    /// The queue has decided to start the operation, and handed it on to its dispatch queue, which isn't free yet: perhaps from a work
    /// item of another quality of service. An overridden start doesn't look by itself whether a dependency came between.
    private static func addedWhenHandedOn<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ underlying: DispatchQueue, isOverridden: Bool
    ) async throws {
        guard scenario.claims(.underlyingQueue), !isOverridden || scenario.claims(.startOverrides) else {
            return
        }
        let (queue, other) = (await scenario.queue("queue 1"), await scenario.queue("queue 2"))
        try scenario.subject.underlying.setUnderlyingQueue(underlying, of: queue)
        let (first, second) = (
            scenario.latch("the dispatch queue may begin"), scenario.latch("the dispatch queue may go on")
        )
        underlying.async { first.waitBlocking() }
        let member =
            isOverridden
            ? try scenario.overridden("E, which overrides start,", endsAtOnce: true) : scenario.operation("E")
        let dependency = scenario.operation("F")
        scenario.add(member, to: queue)
        try await scenario.probe.settle()
        if scenario.claims(.qualityOfService) { try scenario.setQuality(.utility, of: member) }
        underlying.async { second.waitBlocking() }
        first.open()
        try await scenario.probe.settle()
        // Who hands on nothing may have started it.
        if member.hasStarted { return second.open() }
        scenario.depend(member, on: dependency)
        second.open()
        try await scenario.expectNoStart(of: [member], "before F, added to it before it started")
        scenario.add(dependency, to: other)
        try await scenario.expectCompletion(of: [member], "when F has finished")
    }
}
