internal import ConcurrencyPrimitives
internal import Operations

/// Operations that last for a time: 12.29.
extension AdvancedRules {
    static let delayRule = Rule(
        "12.29",
        "A delay finishes when its time is over, counted from its start, or at once when it is cancelled.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .cancellation, .delays], isolation: .ownProcess
    ) { try await delay($0, $1) }

    private static func delay<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await RuleScenario.run(subject, probe, part: "its time") { scenario in
            let (queue, clock) = (await scenario.queue(), ControlledClock())
            let delay = try scenario.delay("A, a delay of 10 s", .seconds(10), by: clock)
            try await scenario.advance(clock, by: .seconds(20))
            if scenario.claims(.dependencies) {
                let before = scenario.held("B, on which A depends")
                scenario.depend(delay, on: before)
                scenario.add(delay, before, to: queue)
                await scenario.started(before)
                try await probe.settle()
                try await scenario.advance(clock, by: .seconds(20))
                before.release()
            } else {
                scenario.add(delay, to: queue)
            }
            try await probe.settle()
            try await scenario.advance(clock, by: .seconds(9))
            try await expectUnfinished(delay, "9 s after its start", probe)
            try await scenario.advance(clock, by: .seconds(2))
            try await scenario.expectFinish(of: [delay], "11 s after its start")
        }
        try await RuleScenario.run(subject, probe, part: "cancelled") { scenario in
            let (queue, clock) = (await scenario.queue(), ControlledClock())
            let before = try scenario.delay("A, cancelled before it was added", .seconds(10), by: clock)
            let during = try scenario.delay("B, cancelled 1 s after its start", .seconds(10), by: clock)
            scenario.cancel(before)
            scenario.addUnlessFinished([before], to: queue)
            scenario.add(during, to: queue)
            try await probe.settle()
            try await scenario.advance(clock, by: .seconds(1))
            try await expectUnfinished(during, "1 s after its start, as it lasts 10 s", probe)
            scenario.cancel(during)
            try await scenario.expectFinish(of: [before, during], "though no more time passes")
        }
    }

    private static func expectUnfinished<Operation: OperationProtocol>(
        _ delay: ScenarioOperation<Operation>, _ when: String, _ probe: Probe
    ) async throws {
        try await probe.settle()
        try probe.expect(
            !delay.operation.isFinished, "\(delay.label), not to finish \(when)", observed: delay.state)
    }
}
