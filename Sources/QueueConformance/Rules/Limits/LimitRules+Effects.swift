internal import ConcurrencyPrimitives
import Operations

/// What one operation of a serial queue has done is there for the next: what only ThreadSanitizer, or an instrumented exploration, sees of 6.8.
extension LimitRules {
    static func effectsAreVisible<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        // Each part has a number of its own: between two of them the queue orders nothing that ThreadSanitizer knows of.
        let memory = try PlainMemory(count: 4)
        @Sendable func addOne(_ part: Int) { memory[part] &+= 1 }
        func operations(
            _ count: Int, _ part: Int, _ scenario: RuleScenario<Subject>
        ) -> [RuleScenario<Subject>.Member] {
            (1...count).map { scenario.operation("operation \($0)") { _ in addOne(part) } }
        }

        try await crowd(subject, probe, limit: 1, of: { _ in addOne(0) })
        try probe.expectNoRace(on: memory, "the next of a serial queue")
        try await RuleScenario.run(subject, probe, part: "one by one") { scenario in
            // The queue is idle between them, so that each is run by whoever comes.
            let queue = await scenario.queue(limit: 1)
            for operation in operations(20, 1, scenario) {
                scenario.add(operation, to: queue)
                try await scenario.expectRun(of: [operation], "at limit 1")
            }
            try probe.expectNoRace(on: memory, "the next of a serial queue")
        }
        try await RuleScenario.run(subject, probe, part: "ends elsewhere") { scenario in
            let queue = await scenario.queue(limit: 1)
            let plain = operations(20, 2, scenario)
            for operation in plain {
                guard let elsewhere = try scenario.endingElsewhere(writing: memory, at: 2) else { return }
                scenario.add(elsewhere, operation, to: queue)
            }
            try await scenario.expectRun(of: plain, "at limit 1")
            try probe.expectNoRace(on: memory, "the next of a serial queue")
        }
        try await RuleScenario.run(subject, probe, part: "async bodies") { scenario in
            guard scenario.claims(.asyncBodies) else { return }
            let queue = await scenario.queue(limit: 1)
            let all = try (1...20).map { try scenario.asyncOperation("async \($0)") { addOne(3) } }
            scenario.add(all, to: queue)
            try await scenario.expectRun(of: all, "at limit 1")
            try probe.expectNoRace(on: memory, "the next of a serial queue")
        }
    }
}
