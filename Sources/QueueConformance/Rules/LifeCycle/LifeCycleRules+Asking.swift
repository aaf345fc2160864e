internal import ConcurrencyPrimitives
import Operations

/// When an operation in no queue is asked whether it is ready: 1.26.
extension LifeCycleRules {
    static let readinessIsAskedRule = Rule(
        "1.26",
        """
        A subclass's `isReady` of an operation in no queue is asked when its last dependency ends and when one \
        is added.
        """, sources: [.tests], testedCode: .operation,
        needs: [.lifeCycle, .readinessOverrides, .dependencies],
        isolation: .ownProcess
    ) { try await readinessIsAsked($0, $1) }

    /// How often the `isReady` of an operation was asked.
    private struct Asks: Sendable {
        let label: String
        /// While the superclass's answer was true.
        let whenReady = RelaxedCounter()
        /// While it was false.
        let whenNot = RelaxedCounter()

        init(_ label: String) { self.label = label }

        func note(_ isReadyOtherwise: Bool) { (isReadyOtherwise ? whenReady : whenNot).increment() }

        /// Throws a violation unless `change` has the operation asked.
        ///
        /// - Parameter answer: The superclass's answer from then on; nil if other rules say what that is.
        func expect(
            _ answer: Bool?, _ probe: Probe, _ occasion: String, _ change: () async throws -> Void
        ) async throws {
            let before = (ready: whenReady.value, not: whenNot.value)
            try await change()
            let isAsked = try await probe.holdsWhenQuiescent {
                answer != false && whenReady.value > before.ready
                    || answer != true && whenNot.value > before.not
            }
            let (ready, not) = (whenReady.value - before.ready, whenNot.value - before.not)
            try probe.expect(
                isAsked && (answer != false || ready == 0),
                "\(label), in no queue, is asked for its isReady \(occasion)"
                    + (answer.map { ", where its superclass's is \($0)" } ?? ""),
                observed: "it was asked \(ready) times where that was true, and \(not) times where it was not"
            )
        }
    }

    private static func readinessIsAsked<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let ofA = Asks("A")
            let (a, openA) = try scenario.heldByReadiness("A", whenAsked: ofA.note)
            let (b, c) = (scenario.operation("B"), scenario.operation("C"))
            for dependency in [b, c] {
                try await ofA.expect(false, probe, "when \(dependency.label) is added") {
                    scenario.depend(a, on: dependency)
                }
            }
            try await scenario.start(b)
            try await ofA.expect(true, probe, "when C, its last dependency, ends in a queue") {
                scenario.add(c, to: queue)
            }

            let ofD = Asks("D")
            let (d, openD) = try scenario.heldByReadiness("D", whenAsked: ofD.note)
            try await ofD.expect(nil, probe, "when C, which has finished, is added") {
                scenario.depend(d, on: c)
            }

            let ofE = Asks("E")
            let ((e, openE), f) = (
                try scenario.heldByReadiness("E", whenAsked: ofE.note), scenario.operation("F")
            )
            scenario.depend(e, on: f)
            try await ofE.expect(true, probe, "when F, its only dependency, ends by hand") {
                try await scenario.start(f)
            }

            for open in [openA, openD, openE] { open() }
            scenario.add(a, d, e, to: queue)
        }
        try await RuleScenario.run(subject, probe, part: "racing") { try await endWhileAdding($0) }
    }

    /// Each is added to a queue, its dependency ends, and a second one is added and ends, at the same moment, on three threads.
    /// Nothing opens an operation but that it is asked when nothing else holds it back. Every second dependency has a name, which
    /// it keeps at its end while other things are taken out of it.
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
        for (round, operation) in operations.enumerated() {
            if round.isMultiple(of: 2) { dependencies[round].name = "dependency \(round + 1)" }
            operation.addDependency(dependencies[round])
        }
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
        guard scenario.subject.keepsDetails else { return }
        for round in stride(from: 0, to: rounds, by: 2) where dependencies[round].isFinished {
            let (name, now) = ("dependency \(round + 1)", dependencies[round].name)
            try scenario.probe.expect(
                now == name, "\(name) still has its name when it has finished",
                observed: now.map { "its name is '\($0)'" } ?? "it has none")
        }
    }
}
