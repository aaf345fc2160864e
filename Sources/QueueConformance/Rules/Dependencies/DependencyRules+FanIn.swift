internal import Operations

/// Dependencies that finish at the same moment: 3.14.
extension DependencyRules {
    private static let rounds = 80

    static func fanIn<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        for width in [2, 3] {
            try await fanIn(stage, width, place: "started by hand on \(width) threads") { parts, queue in
                try await startByHand(parts, probe)
            }
        }
        try await fanIn(stage, 2, place: "in a queue") { parts, queue in
            for part in parts.joined() { queue.addOperation(part) }
        }
        try await releaseByLatch(stage)
    }

    /// Plays round after round of `width` operations that meet at the end of their bodies, and a dependent of
    /// all of them.
    private static func fanIn<Subject: ConformanceSubject>(
        _ stage: Stage<Subject>, _ width: Int, place: String,
        run: ([[Subject.Queue.Operation]], Subject.Queue) async throws -> Void
    ) async throws {
        let meeting = Rendezvous(parties: width)
        let parts = (0..<rounds).map { round in
            (0..<width).map { _ in stage.subject.makeOperation { _ in meeting.meet(round: round) } }
        }
        let early = RelaxedCounter()
        let dependents = parts.enumerated().map { round, parts in
            let trace = OperationTrace(label: "dependent \(round)")
            let operation = stage.subject.makeOperation { _ in
                if !parts.allSatisfy(\.isFinished) { early.increment() }
                trace.run {}
            }
            for part in parts { operation.addDependency(part) }
            return (operation: operation, trace: trace)
        }
        let queue = await stage.queue()
        for (operation, _) in dependents { queue.addOperation(operation) }
        try await run(parts, queue)

        let expected =
            "of \(rounds) operations that each depend on \(width) that finish together, \(place), each"
        try await stage.expectAtRest(
            "\(expected) starts once",
            observed: {
                let lost = dependents.filter { $0.trace.startCount == 0 }.count
                let repeated = dependents.filter { $0.trace.startCount > 1 }.count
                let parts = parts.joined().filter { !$0.isFinished }.count
                return """
                    \(lost) never started and \(repeated) started more than once, while \(parts) of what they \
                    depend on have not finished
                    """
            }, { dependents.allSatisfy { $0.trace.startCount == 1 } })
        try stage.probe.expect(
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
            ScenarioThread.start {
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
    private static func releaseByLatch<Subject: ConformanceSubject>(_ stage: Stage<Subject>) async throws {
        let queue = await stage.queue()
        let release = Latch("A and B may end")
        let parts = ["A", "B"].map { label in stage.operation(label) { _ in release.waitBlocking() } }
        let dependents = ["C", "D"].map { stage.operation("\($0), which depends on A and B,") }
        for dependent in dependents { stage.make(dependent, dependOn: parts[0], parts[1]) }
        stage.add(dependents + parts, to: queue)
        await stage.begin(of: parts[0], parts[1])
        try await stage.expectNoStart(
            of: dependents[0], dependents[1], expected: "C and D wait for A and B, which execute")
        release.open()
        try await stage.expectRun(
            dependents[0], dependents[1],
            expected: "C and D start once when A and B, released together, have finished")
        for dependent in dependents {
            for part in parts {
                try stage.expectOrder(
                    part, before: dependent, expected: "\(dependent.label) starts after both")
            }
        }
    }
}
