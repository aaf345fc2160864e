private import Dispatch
import Operations

/// What a barrier waits for, and what waits for it.
extension BarrierRules {
    static let standsBetweenRule = Rule(
        "11.1",
        "A barrier starts when everything added before it has finished; nothing added after it starts until it has "
            + "finished, cancelled operations excepted.",
        level: .claimed, sources: [.documentation], needs: [.barriers, .overlap], isolation: .ownProcess
    ) { try await standsBetween($0, $1) }

    private static func standsBetween<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { try await expectHolding($0, await $0.queue()) }
        try await RuleScenario.run(subject, probe, part: "nothing before it") { scenario in
            try await expectHoldingAlone(scenario, await scenario.queue())
        }
        try await RuleScenario.run(subject, probe, part: "what it waits for is not ready") { scenario in
            guard scenario.claims(.dependencies) else { return }
            let (queue, elsewhere) = (await scenario.queue(), await scenario.queue())
            let (holder, before, after) = (
                scenario.held("G"), scenario.operation("A"), scenario.operation("B")
            )
            scenario.depend(before, on: holder)
            scenario.add(holder, to: elsewhere)
            scenario.add(before, to: queue)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            scenario.add(after, to: queue)
            try await scenario.expectNoStart(
                of: [barrier], "before A, which depends on G and was added before it")
            try await scenario.expectNoStart(of: [after], "before the barrier has finished")
            holder.release()
            try await scenario.expectRun(of: [before], "after G")
            try await scenario.expectStart(of: [barrier], "after A")
            barrier.release()
            try await scenario.expectRun(of: [after], "after the barrier")
        }
        try await RuleScenario.run(subject, probe, part: "priorities") { scenario in
            guard scenario.claims(.priorities), scenario.claims(.suspension),
                scenario.claims(.concurrencyLimit)
            else {
                return
            }
            let queue = await scenario.queue(limit: 1, suspended: true)
            let (before, after) = (scenario.operation("A"), scenario.held("B"))
            try scenario.setPriority(.veryLow, of: before)
            try scenario.setPriority(.veryHigh, of: after)
            scenario.add(before, to: queue)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            scenario.add(after, to: queue)
            await scenario.setSuspended(queue, false)
            try await scenario.expectNoStart(
                of: [after], "before the barrier has finished, whatever its priority")
            try await scenario.expectRun(of: [before], "before the barrier")
            try await scenario.expectStart(of: [barrier], "after A")
            barrier.release()
            try await scenario.expectStart(of: [after], "after the barrier")
        }
        try await RuleScenario.run(subject, probe, part: "an overridden start") { scenario in
            guard scenario.claims(.startOverrides) else { return }
            let queue = await scenario.queue()
            let before = try scenario.overridden("A")
            scenario.add(before, to: queue)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            barrier.release()
            try await scenario.expectNoStart(of: [barrier], "before A has announced that it has finished")
            await scenario.release(before)
            try await scenario.expectStart(of: [barrier], "after A")
        }
    }

    static let onUnderlyingQueueRule = Rule(
        "11.3", "A barrier holds on a concurrent `underlyingQueue` too.",
        level: .claimed, sources: [.documentation], needs: [.barriers, .underlyingQueue, .overlap],
        isolation: .ownProcess
    ) { try await onUnderlyingQueue($0, $1) }

    private static func onUnderlyingQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        // Kept by this: not every queue does.
        let underlying = DispatchQueue(label: "underlying", attributes: .concurrent)
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            try subject.underlying.setUnderlyingQueue(underlying, of: queue)
            try await expectHolding(scenario, queue)
        }
        try await RuleScenario.run(subject, probe, part: "added to an empty queue") { scenario in
            let queue = await scenario.queue()
            try subject.underlying.setUnderlyingQueue(underlying, of: queue)
            try await expectHoldingAlone(scenario, queue)
        }
        withExtendedLifetime(underlying) {}
    }

    /// Two barriers, and operations before, between and behind them.
    private static func expectHolding<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let (a, b, c, d) = (
            scenario.held("A"), scenario.held("B"), scenario.held("C"), scenario.operation("D")
        )
        scenario.add(a, b, to: queue)
        let first = try scenario.addBarrier("the first barrier", to: queue)
        scenario.add(c, to: queue)
        let second = try scenario.addBarrier("the second barrier", to: queue)
        scenario.add(d, to: queue)

        try await scenario.expectStart(of: [a, b], "before any barrier")
        func expectHeld(
            _ barriers: [ScenarioBarrier], _ behind: [RuleScenario<Subject>.Member], _ when: String
        )
            async throws
        {
            for barrier in barriers { try await scenario.expectNoStart(of: [barrier], when) }
            try await scenario.expectNoStart(of: behind, when)
        }
        try await expectHeld([first, second], [c, d], "while A and B execute, which were added before")
        a.release()
        try await expectHeld([first, second], [c, d], "while B executes, which was added before")
        b.release()
        try await scenario.expectStart(of: [first], "after A and B")
        try await expectHeld([second], [c, d], "while the first barrier executes")
        first.release()
        try await scenario.expectStart(of: [c], "after the first barrier")
        try await expectHeld([second], [d], "while C executes, which was added before the second barrier")
        c.release()
        try await scenario.expectStart(of: [second], "after C")
        try await expectHeld([], [d], "while the second barrier executes")
        second.release()
        try await scenario.expectRun(of: [d], "after the second barrier")
    }

    /// A barrier with nothing before it.
    private static func expectHoldingAlone<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let barrier = try scenario.addBarrier("the barrier", to: queue)
        let after = scenario.operation("A")
        scenario.add(after, to: queue)
        try await scenario.expectStart(of: [barrier], "in a queue that holds nothing else before it")
        try await scenario.expectNoStart(of: [after], "while the barrier executes")
        barrier.release()
        try await scenario.expectRun(of: [after], "after the barrier")
    }
}
