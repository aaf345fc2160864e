internal import ConcurrencyPrimitives
import Operations

/// When an operation in no queue is asked whether it is ready: 1.26.
extension LifeCycleRules {
    static let readinessIsAskedRule = Rule(
        "1.26",
        """
        A subclass's `isReady` of an operation in no queue is asked when its last dependency ends and when one \
        is added.
        """, sources: [.tests], needs: [.lifeCycle, .readinessOverrides, .dependencies],
        isolation: .ownProcess
    ) { try await readinessIsAsked($0, $1) }

    /// How often an override was asked.
    private struct Asks: Sendable {
        /// While the superclass's answer was true.
        let whenReady = RelaxedCounter()
        /// While it was false.
        let whenNot = RelaxedCounter()

        func note(_ isReadyOtherwise: Bool) { (isReadyOtherwise ? whenReady : whenNot).increment() }
    }

    private static func readinessIsAsked<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let asks = Asks()
            let (a, open) = try scenario.heldByReadiness("A", whenAsked: asks.note)
            let (b, c) = (scenario.operation("B"), scenario.operation("C"))
            for dependency in [b, c] {
                try await expectAsk(asks, false, probe, "when \(dependency.label) is added") {
                    scenario.depend(a, on: dependency)
                }
            }
            try await scenario.start(b)
            try await expectAsk(asks, true, probe, "when C, its last dependency, ends in a queue") {
                scenario.add(c, to: queue)
            }
            try await expectAsk(asks, true, probe, "when D, which has finished, is added") {
                let d = scenario.operation("D")
                try await scenario.start(d)
                scenario.depend(a, on: d)
            }
            let e = scenario.operation("E")
            try await expectAsk(asks, false, probe, "when E is added, after all others have ended") {
                scenario.depend(a, on: e)
            }
            if scenario.claims(.cancellation) { scenario.cancel(e) }
            try await expectAsk(asks, true, probe, "when E, its last dependency, ends by hand") {
                try await scenario.start(e)
            }
            open()
            scenario.add(a, to: queue)
            try await scenario.expectRun(of: [a], "once it is opened and added")
        }
        try await RuleScenario.run(subject, probe, part: "racing") { try await endWhileAdding($0) }
    }

    /// Throws a violation unless `change` has the override asked.
    ///
    /// - Parameter isReadyOtherwise: What the superclass's answer is from then on.
    private static func expectAsk(
        _ asks: Asks, _ isReadyOtherwise: Bool, _ probe: Probe, _ occasion: String,
        _ change: () async throws -> Void
    ) async throws {
        let (whenReady, whenNot) = (asks.whenReady.value, asks.whenNot.value)
        try await change()
        let isAsked = try await probe.holdsWhenQuiescent {
            isReadyOtherwise ? asks.whenReady.value > whenReady : asks.whenNot.value > whenNot
        }
        let expected = "A, in no queue, is asked for its isReady \(occasion)"
        try probe.expect(
            isAsked, "\(expected), while its superclass's is \(isReadyOtherwise)",
            observed: """
                it was asked \(asks.whenReady.value - whenReady) times while that was true, and \
                \(asks.whenNot.value - whenNot) times while it was false
                """)
        try probe.expect(
            isReadyOtherwise || asks.whenReady.value == whenReady,
            "\(expected), and its superclass's is false, since it depends on what hasn't ended",
            observed: "the superclass's was true")
    }

    /// Each is added to a queue, its dependency ends, and a second one is added and ends, at the same moment, on three threads.
    /// Nothing opens an operation but that it is asked when nothing else holds it back.
    private static func endWhileAdding<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let queue = await scenario.queue()
        let rounds = 80
        let asked = (0..<rounds).map { Latch("racing \($0 + 1) is asked, and ready otherwise") }
        let gated = try (0..<rounds).map { round in
            try scenario.heldByReadiness("racing \(round + 1)") { if $0 { asked[round].open() } }
        }
        let operations = gated.map(\.member.operation)
        let dependencies = (0..<2 * rounds).map { _ in scenario.subject.makeOperation { _ in } }
        for (operation, dependency) in zip(operations, dependencies) { operation.addDependency(dependency) }
        Rendezvous.start(
            [
                { queue.addOperation(operations[$0]) },
                { dependencies[$0].start() },
                { round in
                    operations[round].addDependency(dependencies[rounds + round])
                    dependencies[rounds + round].start()
                },
            ], rounds: rounds)
        _ = try await scenario.probe.holdsWhenQuiescent { asked.allSatisfy(\.isOpen) }
        for round in 0..<rounds {
            try scenario.probe.expect(
                asked[round].isOpen,
                "racing \(round + 1) is asked for its isReady once its dependencies have ended",
                observed: "it wasn't asked while its superclass's was true")
            gated[round].open()
        }
        try await scenario.expectRun(of: gated.map(\.member), "each opened once it was asked")
    }
}
