internal import ConcurrencyPrimitives
internal import Operations

/// Dependencies that finish at the same moment: 3.14.
extension DependencyRules {
    private static let rounds = 80
    static let fanInRule = Rule(
        "3.14",
        """
        A dependent of n operations starts once, after the last of them, however many finish at the same \
        moment.
        """, sources: [.own], needs: [.lifeCycle, .dependencies, .overlap], isolation: .ownProcess
    ) { try await fanIn($0, $1) }

    private static func fanIn<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            for width in [2, 3] {
                try await fanIn(scenario, width, setting: "started by hand on \(width) threads") {
                    parts, queue in
                    try await startByHand(parts, probe)
                }
            }
            try await fanIn(scenario, 2, setting: "in a queue") { parts, queue in
                for part in parts.joined() { queue.addOperation(part) }
            }
            try await releaseByLatch(scenario)
        }
    }

    /// Plays round after round of `width` operations that meet at the end of their bodies, and a dependent of
    /// all of them.
    private static func fanIn<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ width: Int, setting: String,
        run: ([[Subject.Queue.Operation]], Subject.Queue) async throws -> Void
    ) async throws {
        let meeting = Rendezvous(parties: width)
        let parts = (0..<rounds).map { round in
            (0..<width).map { _ in scenario.subject.makeOperation { _ in meeting.meet(round: round) } }
        }
        let early = RelaxedCounter()
        let dependents = parts.enumerated().map { round, parts in
            let trace = OperationTrace(label: "dependent \(round)")
            let operation = scenario.subject.makeOperation { _ in
                if !parts.allSatisfy(\.isFinished) { early.increment() }
                trace.run {}
            }
            for part in parts { operation.addDependency(part) }
            return (operation: operation, trace: trace)
        }
        let queue = await scenario.queue()
        for (operation, _) in dependents { queue.addOperation(operation) }
        try await run(parts, queue)

        let expected =
            "of \(rounds) operations that each depend on \(width) that finish together, \(setting), each"
        func count(_ isCounted: (Int) -> Bool) -> Int {
            dependents.count { isCounted($0.trace.startCount) }
        }
        try await scenario.probe.expectWhenQuiescent(
            "\(expected) starts once",
            observed: """
                \(count { $0 == 0 }) never started and \(count { $0 > 1 }) started more than once, while \
                \(parts.joined().count { !$0.isFinished }) of what they depend on have not finished
                """,
            { count { $0 != 1 } == 0 })
        try scenario.probe.expect(
            early.value == 0, "\(expected) starts after the last of them",
            observed: "inside the bodies of \(early.value), one of them was not finished")
    }

    /// Has as many threads as a round has operations, each starting its own of every round.
    private static func startByHand<Operation: OperationProtocol>(
        _ parts: [[Operation]], _ probe: Probe
    ) async throws {
        let width = parts[0].count
        let others = (1..<width).map { Latch("thread \($0) to have started its operations") }
        for (index, latch) in others.enumerated() {
            SystemThread.start {
                for round in parts { round[index + 1].start() }
                latch.open()
            }
        }
        try await probe.onThread("start() of \(parts.count) operations to return") {
            for round in parts { round[0].start() }
        }
        for latch in others { await probe.open(latch) }
    }

    /// Two that are held by the same latch, with more dependents than one.
    private static func releaseByLatch<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let queue = await scenario.queue()
        let release = Latch("A and B may end")
        let parts = ["A", "B"].map { label in scenario.operation(label) { _ in release.waitBlocking() } }
        let dependents = ["C", "D"].map { scenario.operation("\($0), which depends on A and B,") }
        for dependent in dependents { scenario.depend(dependent, on: parts[0], parts[1]) }
        scenario.add(dependents + parts, to: queue)
        await scenario.started(parts[0], parts[1])
        try await scenario.expectNoStart(of: [dependents[0], dependents[1]], "while A and B execute")
        release.open()
        try await scenario.expectCompletion(
            of: [dependents[0], dependents[1]], "when A and B, released together, have finished")
        for dependent in dependents {
            for part in parts {
                try scenario.expectOrder(
                    part, before: dependent, expected: "\(dependent.label) starts after both")
            }
        }
    }
}
