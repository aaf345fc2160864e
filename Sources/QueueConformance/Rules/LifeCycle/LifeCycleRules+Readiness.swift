internal import ConcurrencyPrimitives
import Operations

/// Operations that answer `isReady` themselves, and what that says: 1.18, 1.19 and 1.23.
extension LifeCycleRules {
    static let readinessHoldsBackRule = Rule(
        "1.18", "An `isReady` override holds the operation back until it turns true and says so.",
        sources: [.documentation], needs: [.lifeCycle, .readinessOverrides], isolation: .ownProcess
    ) { try await readinessHoldsBack($0, $1) }

    private static func readinessHoldsBack<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let hasLimit = subject.claims(.concurrencyLimit)
        for limit in hasLimit ? [1, -1] : [nil] as [Int?] {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                let ((a, openA), b) = (try scenario.heldByReadiness("A"), scenario.operation("B"))
                if scenario.claims(.priorities) { try scenario.setPriority(.veryHigh, of: a) }
                scenario.add(a, b, to: queue)
                try await scenario.expectRun(of: [b], "past A, which its isReady holds back")
                try await scenario.expectNoStart(of: [a], "while its isReady is false")
                openA()
                try await scenario.expectRun(of: [a], "once its isReady is true, and has said so")

                let (early, openEarly) = try scenario.heldByReadiness("opened before it was added")
                openEarly()
                scenario.add(early, to: queue)
                try await scenario.expectRun(of: [early], "its isReady being true")
                if scenario.claims(.dependencies) { try await readinessAndDependencies(scenario, queue) }
                if scenario.claims(.suspension) {
                    let (c, openC) = try scenario.heldByReadiness("C")
                    await scenario.setSuspended(queue, true)
                    scenario.add(c, to: queue)
                    openC()
                    try await scenario.expectNoStart(of: [c], "in a suspended queue, though it is ready")
                    await scenario.setSuspended(queue, false)
                    try await scenario.expectRun(of: [c], "once the queue goes on")
                }
                try await openWhileAdding(scenario, queue)
            }
        }
    }

    /// Both have to let it go, in either order.
    private static func readinessAndDependencies<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        for isOpenedFirst in [true, false] {
            let number = isOpenedFirst ? 1 : 2
            let (a, open) = try scenario.heldByReadiness("D\(number)")
            let dependency = scenario.operation("the dependency of D\(number)")
            scenario.depend(a, on: dependency)
            scenario.add(a, to: queue)
            if isOpenedFirst { open() } else { scenario.add(dependency, to: queue) }
            try await scenario.expectNoStart(
                of: [a],
                isOpenedFirst ? "while its dependency hasn't finished" : "while its isReady is false")
            if isOpenedFirst { scenario.add(dependency, to: queue) } else { open() }
            try await scenario.expectRun(of: [a, dependency], "when neither holds D\(number) back any more")
        }
    }

    /// Each is added, opened and released by its dependency at the same moment, on three threads.
    private static func openWhileAdding<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let rounds = 80
        let gated = try (0..<rounds).map { try scenario.heldByReadiness("racing \($0 + 1)") }
        let operations = gated.map(\.member.operation)
        var parties: [@Sendable (Int) -> Void] = [
            { queue.addOperation(operations[$0]) },
            { gated[$0].open() },
        ]
        if scenario.claims(.dependencies) {
            let dependencies = operations.map { operation in
                let dependency = scenario.subject.makeOperation { _ in }
                operation.addDependency(dependency)
                return dependency
            }
            parties.append { dependencies[$0].start() }
        }
        Rendezvous.start(parties, rounds: rounds)
        try await scenario.expectRun(
            of: gated.map(\.member), "each opened while it was added, and while its dependency ended")
    }

    static let cancelledAndHeldBackRule = Rule(
        unspecified: "1.19", "A cancelled operation whose `isReady` override stays false.",
        needs: [.lifeCycle, .readinessOverrides, .cancellation], isolation: .ownProcess, takesSeconds: true
    ) { try await cancelledAndHeldBack($0, $1) }

    private static func cancelledAndHeldBack<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let (a, open) = try scenario.heldByReadiness("A")
            scenario.add(a, to: queue)
            try await probe.settle()
            scenario.cancel(a)
            func how() -> String { a.hasStarted ? "having run its main" : "without running its main" }
            if try await probe.holdsWhenQuiescent({ a.operation.isFinished }) {
                open()
                return "it finishes when it is cancelled, \(how())"
            }
            let stays = "it stays in its queue, and isReady reads \(a.operation.isReady)"
            open()
            return try await probe.holdsWhenQuiescent { a.operation.isFinished }
                ? "\(stays); when its isReady turns true it finishes, \(how())"
                : "\(stays); it does so even when its isReady has turned true"
        }
    }

    static let dependencyOfFinishedRule = Rule(
        unspecified: "1.23", "isReady of a finished operation that is given a new dependency.",
        needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await dependencyOfFinished($0, $1) }

    private static func dependencyOfFinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let a = scenario.operation("A")
            scenario.add(a, to: queue)
            try await scenario.expectRun(of: [a], "alone in an idle queue")
            if !a.operation.isFinished { throw Undecided("A has run and isn't finished") }
            scenario.depend(a, on: scenario.operation("B, which is never started,"))
            return "isReady then reads \(a.operation.isReady)"
        }
    }
}
