private import ConcurrencyPrimitives
import Operations

/// What the default limit, −1, doesn't count.
extension LimitRules {
    /// More operations than a queue has threads for that run at once.
    private static var many: Int { max(70, 2 * ProcessorCount.available) }

    static let returnedStartRule = Rule(
        "6.11",
        "At −1 an operation whose `start` has returned and that has not finished holds up nobody else's start.",
        sources: [.tests], needs: [.concurrencyLimit, .overlap], isolation: .ownProcess
    ) { try await returnedStart($0, $1) }

    private static func returnedStart<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        func check(
            _ part: String,
            _ make: (RuleScenario<Subject>, _ label: String) throws -> RuleScenario<Subject>.Member
        ) async throws {
            try await RuleScenario.run(subject, probe, part: part) { scenario in
                let queue = await scenario.queue(keepsItsLimit: true)
                let executing = try (1...many).map { try make(scenario, "\($0)") }
                let later = scenario.operation("later")
                scenario.add(executing, to: queue)
                try await scenario.expectStart(of: executing, "at once, none of them having finished")
                scenario.add(later, to: queue)
                try await scenario.expectRun(
                    of: [later], "while \(many) execute whose start has returned")
            }
        }
        try subject.mustClaimOne(of: .startOverrides, .asyncBodies)
        if subject.claims(.startOverrides) {
            try await check("overridden start") { try $0.overridden($1) }
        }
        if subject.claims(.asyncBodies) {
            try await check("async bodies") { try $0.heldAsync($1) }
        }
    }

    static let blockedRule = Rule(
        "6.12",
        """
        At −1, N blocked bodies (N at least the processors, at most 63) don't keep a ready operation from starting.
        """,
        sources: [.tests], needs: [.concurrencyLimit, .overlap], isolation: .ownProcess, takesSeconds: true
    ) { try await blocked($0, $1) }

    private static func blocked<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let processors = ProcessorCount.available
        if processors > 63 { throw Unobservable("this machine has more than 63 processors") }
        // Dispatch replaces one blocked thread a second, so 63 would take a check of Foundation's queue more than a minute.
        for count in Set([processors, max(24, processors)]).sorted() {
            try await RuleScenario.run(subject, probe, part: "\(count) blocked") { scenario in
                let queue = await scenario.queue(keepsItsLimit: true)
                let blocked = (1...count).map { scenario.held("\($0)") }
                scenario.add(blocked, to: queue)
                let last = scenario.operation("last") { _ in for member in blocked { member.release() } }
                scenario.add(last, to: queue)
                // Those that are blocked end when the last one runs: a program that is correct on another queue.
                try await scenario.expectRun(of: [last], "while \(count) bodies wait for it")
                try await scenario.expectRun(of: blocked, "after that")
            }
        }
        // They are one more than the processors.
        guard processors < 63, subject.claims(.nestedWaiting), subject.claims(.lifeCycle) else { return }
        try await RuleScenario.run(subject, probe, part: "blocked after a wait") {
            try await blockedAfterAWait($0, processors)
        }
    }

    /// One that waits leaves its slot to another. When its wait is over, more have a slot than there are, and then all are blocked.
    private static func blockedAfterAWait<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ processors: Int
    ) async throws {
        let probe = scenario.probe
        let (queue, elsewhere) = (
            await scenario.queue(keepsItsLimit: true), await scenario.queue("queue 2")
        )
        let awaited = scenario.held("X, in queue 2")
        let (wentOn, gate) = (scenario.latch("A's wait for X to return"), scenario.latch("the last to run"))
        let waiting = scenario.operation("A, which waits for X, and is blocked then") { _ in
            awaited.operation.waitUntilFinished()
            wentOn.open()
            gate.waitBlocking()
        }
        let blocked = (1...processors).map { scenario.held("\($0)") }
        scenario.add(awaited, to: elsewhere)
        scenario.add(waiting, to: queue)
        try await scenario.expectStart(of: [awaited, waiting], "each in its queue")
        scenario.add(blocked, to: queue)
        try await scenario.expectStart(of: blocked, "while A waits for X")
        awaited.release()
        try await probe.expectWhenQuiescent(
            "A to go on when X has finished", observed: "it still waited", { wentOn.isOpen })
        let last = scenario.operation("last") { _ in
            gate.open()
            for member in blocked { member.release() }
        }
        scenario.add(last, to: queue)
        try await scenario.expectRun(of: [last], "while \(processors + 1) bodies wait for it")
        try await scenario.expectRun(of: [waiting] + blocked, "after that")
    }

    static let surplusRule = Rule(
        "6.13", "After nested waits end, a queue at −1 is bounded as before them.",
        sources: [.own], needs: [.lifeCycle, .concurrencyLimit, .nestedWaiting], isolation: .ownProcess,
        takesSeconds: true
    ) { try await surplus($0, $1) }

    private static func surplus<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let processors = ProcessorCount.available
        let depth = 8
        let chains = max(2, processors / 2)
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(keepsItsLimit: true)
            // Enough to fill a queue of 64 slots, and whatever waits that are never over would add.
            let count = max(64, processors) + 2 * depth * chains
            let before = try await mostComputing(count, in: queue, subject, probe)

            let ended = RelaxedCounter()
            for _ in 1...chains {
                queue.addOperation(nestedOperation(1, of: depth, in: queue, subject, ended))
            }
            try probe.expect(
                try await probe.holdsWhenQuiescent { ended.value == chains * depth },
                "\(chains * depth) operations to end, each of which waits for the next of \(depth)",
                observed: "\(ended.value) had ended when the process was quiescent")

            // A busy machine may hold a worker back for so long that it looks blocked, and is replaced; not each time.
            let most = max(before, processors) + processors
            var after = Int.max
            for _ in 1...3 where after > most {
                after = min(after, try await mostComputing(count, in: queue, subject, probe))
            }
            try probe.expect(
                after <= most,
                "no more than \(most) of \(count) operations that compute to overlap after nested waits, as "
                    + "\(before) did before",
                observed: "at least \(after) did, each of three times")
        }
    }

    /// How many operations that compute overlap at most.
    ///
    /// Each lets other threads run, so that those begin as well that share a processor with it, until it has used some
    /// processor time: so it never sleeps, and all of it takes that time for each, on any machine.
    private static func mostComputing<Subject: ConformanceSubject>(
        _ count: Int, in queue: Subject.Queue, _ subject: Subject, _ probe: Probe
    ) async throws -> Int {
        let meter = OverlapMeter()
        for _ in 1...count {
            queue.addOperation(
                subject.makeOperation { _ in meter.run { ProcessorTime.use(nanoseconds: 2_000_000) } })
        }
        try probe.expect(
            try await probe.holdsWhenQuiescent { meter.count == count },
            "\(count) operations that compute to run", observed: "\(meter.count) did")
        return meter.maximum
    }
}
