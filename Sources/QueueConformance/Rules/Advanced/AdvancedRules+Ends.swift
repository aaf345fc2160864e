internal import ConcurrencyPrimitives
internal import Operations

/// Ends that race: 12.9.
extension AdvancedRules {
    static let firstFinishRule = Rule(
        "12.9", "Where several finishes race, the first wins and the others change nothing.", level: .claimed,
        sources: [.tests], needs: [.lifeCycle, .dependencies, .failures], isolation: .ownProcess
    ) { try await firstFinish($0, $1) }

    private static func firstFinish<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "one after the other") { scenario in
            let queue = await scenario.queue()
            let operation = try scenario.advanced("A", isHeld: true) { _ in throw ThrownByBody(number: 3) }
            let log = scenario.claims(.operationObservers) ? try scenario.observe(operation) : nil
            scenario.add(operation, to: queue)
            await scenario.started(operation)
            try scenario.finish(operation, with: [ThrownByBody(number: 1)])
            try probe.expect(
                operation.operation.isFinished,
                "A, finished as it executes, to be finished when that returns", observed: operation.state)
            try scenario.finish(operation, with: [ThrownByBody(number: 2)])
            operation.release()
            try await probe.settle()
            try scenario.expectErrors([1], of: operation, "with which it was finished first")
            guard let log else { return }
            try probe.expect(
                log.entries == ["started", "finished with [1]"],
                "A's observer to be notified of one end, with the error 1",
                observed: "it was notified of: \(log.entries.inWords)")
        }
        try await RuleScenario.run(subject, probe, part: "at the same time") { scenario in
            let (queue, gate) = (await scenario.queue(), scenario.operation("G, in no queue"))
            let (rounds, failing) = (30, try subject.failing)
            let operations = try (0..<rounds).map { try scenario.advanced("\($0), which depends on G") }
            for operation in operations { scenario.depend(operation, on: gate) }
            let logs =
                scenario.claims(.operationObservers) ? try operations.map { try scenario.observe($0) } : []
            scenario.add(operations, to: queue)
            let parties = (1...3).map { number in
                { @Sendable (round: Int) in
                    failing.finish(operations[round].operation, with: [ThrownByBody(number: number)])
                }
            }
            Rendezvous.start(parties, rounds: rounds)
            try await scenario.expectFinishWithoutRun(of: operations, "finished by three threads at a time")
            try await probe.settle()
            for (index, operation) in operations.enumerated() {
                let errors = try scenario.errorNumbers(of: operation)
                try probe.expect(
                    errors.count == 1,
                    "\(operation.label), finished by three threads, to have the error of one",
                    observed: "it has the errors \(errors)")
                guard index < logs.count else { continue }
                try probe.expect(
                    logs[index].entries == ["finished with \(errors)"],
                    "the observer of \(operation.label) to be notified of one end, with the error \(errors)",
                    observed: "it was notified of: \(logs[index].entries.inWords)")
            }
        }
    }
}
