import Operations

/// A limit that changes while operations execute whose `start` has returned.
extension LimitRules {
    /// They count at every limit but −1 (rule 6.11): when a limit is set, those that execute already do; when it is taken
    /// away, no longer; and when they have ended, nothing is left of them.
    static func changing<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe, part: String,
        _ make: (RuleScenario<Subject>, _ label: String) throws -> RuleScenario<Subject>.Member
    ) async throws {
        try await RuleScenario.run(subject, probe, part: part) { scenario in
            let queue = await scenario.queue(keepsItsLimit: true)
            let executing = try ["A", "B", "C"].map { try make(scenario, $0) }
            scenario.add(executing, to: queue)
            try await scenario.expectStart(of: executing, "without a limit")

            await scenario.setLimit(of: queue, to: 2)
            let waiting = ["D", "E"].map { scenario.held($0) }
            scenario.add(waiting, to: queue)
            try await scenario.expectNoStart(of: waiting, "at limit 2 while A, B and C execute")
            await scenario.release(executing[0])
            try await scenario.expectNoStart(of: waiting, "at limit 2 while B and C execute")
            await scenario.setLimit(of: queue, to: 0)
            await scenario.release(executing[1])
            await scenario.setLimit(of: queue, to: 2)
            try await expect(1, of: waiting, "at limit 2 while C executes", probe)

            await scenario.setLimit(of: queue, to: 0)
            await scenario.setLimit(of: queue, to: -1)
            try await scenario.expectStart(of: waiting, "when the limit was taken away")
            await scenario.setLimit(of: queue, to: 2)
            await scenario.setLimit(of: queue, to: -1)
            // Neither does one that ends without a limit count at the next one.
            await scenario.release(executing[2])
            try await probe.settle()
            await scenario.setLimit(of: queue, to: 2)
            for member in waiting { await scenario.release(member) }
            try await scenario.expectRun(of: executing + waiting, "when they were released")

            let later = try ["F", "G", "H"].map { try make(scenario, $0) }
            scenario.add(later, to: queue)
            try await expect(2, of: later, "at limit 2, in a queue that is empty again", probe)

            await scenario.setLimit(of: queue, to: -1)
            try await scenario.expectStart(of: later, "when the limit was taken away again")
            for limit in [0, 2] { await scenario.setLimit(of: queue, to: limit) }
            let last = scenario.held("I")
            scenario.add(last, to: queue)
            try await scenario.expectNoStart(of: [last], "at limit 2, after 0, while F, G and H execute")
        }
    }

    private static func expect(
        _ count: Int, of members: [some ScenarioBody], _ circumstances: String, _ probe: Probe
    ) async throws {
        func started() -> Int { members.count(where: \.hasStarted) }
        try probe.expect(
            try await probe.holdsWhenQuiescent { started() == count },
            "\(count) of \(members.labels()) to start \(circumstances)", observed: "\(started()) had started")
    }
}
