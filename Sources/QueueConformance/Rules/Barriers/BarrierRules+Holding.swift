private import Dispatch
import Operations

/// What a barrier waits for, and what waits for it.
extension BarrierRules {
    static func standsBetween<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await Setup.run(subject, probe) { try await expectHolding($0, await $0.queue()) }
        try await Setup.run(subject, probe, part: "nothing before it") { setup in
            try await expectHoldingAlone(setup, await setup.queue())
        }
        try await Setup.run(subject, probe, part: "what it waits for is not ready") { setup in
            guard setup.claims(.dependencies) else { return }
            let (queue, elsewhere) = (await setup.queue(), await setup.queue())
            let (gate, before, after) = (setup.held("G"), setup.operation("A"), setup.operation("B"))
            setup.depend(before, on: gate)
            setup.add(gate, to: elsewhere)
            setup.add(before, to: queue)
            let barrier = setup.addBarrier("the barrier", to: queue)
            setup.add(after, to: queue)
            try await setup.expectNoStart(of: barrier, "before A, which depends on G and was added before it")
            try await setup.expectNoStart(of: [after], "before the barrier has finished")
            gate.gate.open()
            try await setup.expectRun(of: [before], "after G")
            try await setup.expectStart(of: barrier, "after A")
            barrier.gate.open()
            try await setup.expectRun(of: [after], "after the barrier")
        }
        try await Setup.run(subject, probe, part: "priorities") { setup in
            guard setup.claims(.priorities), setup.claims(.suspension), setup.claims(.concurrencyLimit) else {
                return
            }
            let queue = await setup.queue(limit: 1, suspended: true)
            let (before, after) = (setup.operation("A"), setup.held("B"))
            try setup.setPriority(.veryLow, of: before)
            try setup.setPriority(.veryHigh, of: after)
            setup.add(before, to: queue)
            let barrier = setup.addBarrier("the barrier", to: queue)
            setup.add(after, to: queue)
            await setup.setSuspended(queue, false)
            try await setup.expectNoStart(
                of: [after], "before the barrier has finished, whatever its priority")
            try await setup.expectRun(of: [before], "before the barrier")
            try await setup.expectStart(of: barrier, "after A")
            barrier.gate.open()
            try await setup.expectStart(of: [after], "after the barrier")
        }
        try await Setup.run(subject, probe, part: "an overridden start") { setup in
            guard setup.claims(.startOverrides) else { return }
            let queue = await setup.queue()
            let gate = setup.gate("A")
            let trace = setup.trace("A")
            let before = subject.makeStartOverride { _, control in
                trace.begin()
                control.announceExecuting()
                ScenarioThread.start {
                    gate.waitBlocking()
                    trace.end()
                    control.announceFinished()
                }
            }
            setup.add(setup.register(before, trace, gate), to: queue)
            let barrier = setup.addBarrier("the barrier", to: queue)
            barrier.gate.open()
            try await setup.expectNoStart(of: barrier, "before A has announced that it has finished")
            gate.open()
            try await setup.expectStart(of: barrier, "after A")
        }
    }

    static func onUnderlyingQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        // Kept by this: not every queue does.
        let underlying = DispatchQueue(label: "underlying", attributes: .concurrent)
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue()
            subject.setUnderlyingQueue(underlying, of: queue)
            try await expectHolding(setup, queue)
        }
        try await Setup.run(subject, probe, part: "added to an empty queue") { setup in
            let queue = await setup.queue()
            subject.setUnderlyingQueue(underlying, of: queue)
            try await expectHoldingAlone(setup, queue)
        }
        withExtendedLifetime(underlying) {}
    }

    /// Two barriers, and operations before, between and behind them.
    private static func expectHolding<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let (a, b, c, d) = (setup.held("A"), setup.held("B"), setup.held("C"), setup.operation("D"))
        setup.add(a, b, to: queue)
        let first = setup.addBarrier("the first barrier", to: queue)
        setup.add(c, to: queue)
        let second = setup.addBarrier("the second barrier", to: queue)
        setup.add(d, to: queue)

        try await setup.expectStart(of: [a, b], "before any barrier")
        func expectHeld(_ barriers: [WatchedBarrier], _ behind: [Setup<Subject>.Watched], _ when: String)
            async throws
        {
            for barrier in barriers { try await setup.expectNoStart(of: barrier, when) }
            try await setup.expectNoStart(of: behind, when)
        }
        try await expectHeld([first, second], [c, d], "while A and B execute, which were added before")
        a.gate.open()
        try await expectHeld([first, second], [c, d], "while B executes, which was added before")
        b.gate.open()
        try await setup.expectStart(of: first, "after A and B")
        try await expectHeld([second], [c, d], "while the first barrier executes")
        first.gate.open()
        try await setup.expectStart(of: [c], "after the first barrier")
        try await expectHeld([second], [d], "while C executes, which was added before the second barrier")
        c.gate.open()
        try await setup.expectStart(of: second, "after C")
        try await expectHeld([], [d], "while the second barrier executes")
        second.gate.open()
        try await setup.expectRun(of: [d], "after the second barrier")
    }

    /// A barrier with nothing before it.
    private static func expectHoldingAlone<Subject: ConformanceSubject>(
        _ setup: Setup<Subject>, _ queue: Subject.Queue
    ) async throws {
        let barrier = setup.addBarrier("the barrier", to: queue)
        let after = setup.operation("A")
        setup.add(after, to: queue)
        try await setup.expectStart(of: barrier, "in a queue that holds nothing else before it")
        try await setup.expectNoStart(of: [after], "while the barrier executes")
        barrier.gate.open()
        try await setup.expectRun(of: [after], "after the barrier")
    }
}
