private import ConcurrencyPrimitives
import Operations

/// The limit is used: as many execute at once as may.
extension LimitRules {
    private static var processors: Int { ProcessorCount.available }
    static let byDefaultRule = Rule(
        "6.2",
        """
        The default is −1: the queue decides, at least the number of processors for operations that compute (see 6.11, \
        6.12).
        """,
        sources: [.documentation], needs: [.concurrencyLimit], isolation: .ownProcess
    ) { try await byDefault($0, $1) }

    private static func byDefault<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(keepsItsLimit: true)
            let limit = try await queue.limited.maxConcurrentOperationCount
            try probe.expect(limit == -1, "the limit of a new queue to be −1", observed: "it is \(limit)")
            let operations = (1...processors).map { scenario.held("\($0)") }
            scenario.add(operations, to: queue)
            try await scenario.expectStart(
                of: operations, "and execute at once by default, as there are \(processors) processors")
        }
    }

    static let raisingRule = Rule(
        "6.3", "Raising the limit starts waiting operations without any other event.",
        sources: [.tests], needs: [.concurrencyLimit], isolation: .ownProcess
    ) { try await raising($0, $1) }

    private static func raising<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let processors = processors
        // From, to, and how many more have to start at least.
        for (low, high, more) in [(0, 2, 2), (1, 2, 1), (1, -1, min(2, processors - 1))] {
            try await RuleScenario.run(subject, probe, part: "limit \(low), then \(high)") { scenario in
                let queue = await scenario.queue(limit: low)
                let executing = (0..<low).map { scenario.held("executing \($0 + 1)") }
                let waiting = (0..<2).map { scenario.held("waiting \($0 + 1)") }
                scenario.add(executing + waiting, to: queue)
                try await scenario.expectStart(of: executing, "at limit \(low)")
                await scenario.setLimit(of: queue, to: high)
                func started() -> Int { waiting.count(where: \.hasStarted) }
                try probe.expect(
                    try await probe.holdsWhenQuiescent { started() >= more },
                    "\(more) of the waiting operations to start when the limit is raised from \(low) to \(high)",
                    observed: "\(started()) had started when the process was quiescent")
            }
        }
    }

    static let overlapRule = Rule(
        "6.7", "A limit of n ≥ 2 really overlaps: 2 synchronous bodies meet; 8 async ones do.",
        sources: [.tests], needs: [.concurrencyLimit], isolation: .ownProcess
    ) { try await overlap($0, $1) }

    private static func overlap<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        try await RuleScenario.run(subject, probe, part: "sync") { scenario in
            let queue = await scenario.queue(limit: 2)
            let operations = ["A", "B"].map { scenario.held($0) }
            scenario.add(operations[0], operations[1], to: queue)
            try await scenario.expectStart(of: operations, "and meet in their bodies at limit 2")
        }
        guard subject.claims(.asyncBodies) else { return }
        try await RuleScenario.run(subject, probe, part: "async") { scenario in
            let queue = await scenario.queue(limit: 8)
            let operations = try (1...8).map { try scenario.heldAsync("\($0)") }
            scenario.add(operations, to: queue)
            try await scenario.expectStart(of: operations, "and meet in their async bodies at limit 8")
        }
    }

    static let noIdleSlotRule = Rule(
        "6.9",
        "With no further event, a ready operation starts while a slot is free, no barrier standing between.",
        sources: [.own], needs: [.concurrencyLimit], isolation: .ownProcess
    ) { try await noIdleSlot($0, $1) }

    private static func noIdleSlot<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let processors = processors
        for limit in [1, 4, -1] {
            let slots = limit == -1 ? processors : limit
            try await RuleScenario.run(subject, probe, part: "limit \(limit)") { scenario in
                // As one event, and one by one: each start must find the next slot.
                for isOneEvent in [true, false] {
                    let queue = await scenario.queue(limit: limit)
                    let operations = (0..<slots + 2).map { scenario.held("\($0 + 1)") }
                    if isOneEvent {
                        scenario.addTogether(operations, to: queue)
                    } else {
                        scenario.add(operations, to: queue)
                    }
                    var ended = 0
                    func started() -> Int { operations.count(where: \.hasStarted) }
                    while ended < operations.count {
                        let wanted = min(ended + slots, operations.count)
                        try probe.expect(
                            try await probe.holdsWhenQuiescent { started() >= wanted },
                            "\(wanted - ended) of \(operations.labels()) to execute, \(ended) having ended before",
                            observed: "\(started() - ended) did, with a slot free and an operation ready")
                        operations.first(where: \.isInBody)?.release()
                        ended += 1
                    }
                }
                if limit == 1 { try await observed(scenario) }
                try await releasedTogether(scenario, limit: limit, count: slots)
                try await chain(scenario, limit: limit)
                try await alternating(scenario, limit: limit)
            }
        }
        guard subject.keepsDetails else { return }
        // More than a pool of the system has threads for.
        try await RuleScenario.run(subject, probe, part: "limit 200") { scenario in
            let queue = await scenario.queue(limit: 200)
            let operations = (1...200).map { scenario.held("\($0)") }
            scenario.add(operations, to: queue)
            try await scenario.expectStart(of: operations, "each in a slot of its own")
        }
    }

    /// An observer that is notified of an end may take its time: the slot is free meanwhile.
    private static func observed<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        // On one processor it might hold up the only thread of the cooperative pool, and this check.
        guard scenario.claims(.observation), processors > 1 else { return }
        let queue = await scenario.queue(limit: 1)
        let operations = ["A", "B"].map { scenario.held($0) }
        let (isNotified, mayReturn) = (Latch("an observer is notified"), scenario.latch("the observer"))
        let observation = try queue.observable.observe { change in
            guard case .operations(from: 2, to: 1) = change else { return }
            isNotified.open()
            mayReturn.waitBlocking()
        }
        scenario.add(operations, to: queue)
        try await scenario.expectStart(of: [operations[0]], "in the only slot")
        operations[0].release()
        // That it is notified is rule 1.24.
        if try await scenario.probe.holdsWhenQuiescent({ isNotified.isOpen }) {
            try await scenario.expectStart(
                of: [operations[1]], "while an observer is notified of the end of A")
        }
        mayReturn.open()
        observation.invalidate()
    }

    /// One finish, in another queue, makes several ready.
    private static func releasedTogether<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, limit: Int, count: Int
    ) async throws {
        guard scenario.claims(.dependencies) else { return }
        let (queue, elsewhere) = (await scenario.queue(limit: limit), await scenario.queue())
        let dependency = scenario.held("D")
        let dependents = (1...count).map { scenario.held("dependent \($0)") }
        for dependent in dependents { scenario.depend(dependent, on: dependency) }
        scenario.add(dependency, to: elsewhere)
        scenario.addTogether(dependents, to: queue)
        try await scenario.expectStart(of: [dependency], "alone in an idle queue")
        dependency.release()
        try await scenario.expectStart(
            of: dependents, "after D, in another queue, which they wait for, has finished")
    }

    /// Each operation is added while the one before it is about to leave.
    private static func chain<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, limit: Int
    ) async throws {
        let queue = await scenario.queue(limit: limit)
        let subject = scenario.subject
        let count = 90
        let reached = RelaxedCounter()
        let links = (0..<count).map { scenario.latch("link \($0)") }
        SystemThread.start {
            for link in links {
                queue.addOperation(
                    subject.makeOperation { _ in
                        reached.increment()
                        link.open()
                    })
                link.waitBlocking()
            }
        }
        try await scenario.probe.expect(
            scenario.probe.holdsWhenQuiescent { reached.value == count },
            "\(count) operations to run, each added as the body of the one before ends",
            observed: "\(reached.value) ran; the next one never started, though ready and alone in the queue")
    }

    /// Two queues get work in turns, whose workers may count on each other's threads.
    private static func alternating<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, limit: Int
    ) async throws {
        let queues = (await scenario.queue(limit: limit), await scenario.queue(limit: limit))
        let subject = scenario.subject
        let count = 30
        let reached = RelaxedCounter()
        let rounds = (0..<count).map { round in ["A", "B", "C"].map { scenario.latch("\($0) \(round)") } }
        SystemThread.start {
            for round in rounds {
                queues.0.addOperation(subject.makeOperation { _ in round[0].open() })
                round[0].waitBlocking()
                queues.1.addOperation(subject.makeOperation { _ in round[1].open() })
                queues.0.addOperation(
                    subject.makeOperation { _ in
                        round[1].waitBlocking()
                        reached.increment()
                        round[2].open()
                    })
                round[2].waitBlocking()
            }
        }
        try await scenario.probe.expect(
            scenario.probe.holdsWhenQuiescent { reached.value == count },
            "\(count) operations to run, each of which waits for one that another queue was given",
            observed: "\(reached.value) ran; the next one, or the one that it waits for, never started")
    }
}
