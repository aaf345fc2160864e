import Operations

/// Operations that add operations.
extension AddingRules {
    static let addingFromInsideRule = Rule(
        "8.7", "Operations may add operations to their own queue.",
        sources: [.articles], isolation: .ownProcess
    ) { try await addingFromInside($0, $1) }

    private static func addingFromInside<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let hasLimit = subject.claims(.concurrencyLimit)
        for limit in hasLimit ? [1, -1] : [nil] as [Int?] {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                let added = ["B", "C", "D"].map { scenario.operation($0) }
                let block = probe.trace("a block")
                let recorder = probe.recorder("A")
                let (single, several) = (added[0].operation, added[1...].map(\.operation))
                let batching = scenario.claims(.batches) ? try queue.batching : nil
                let a = scenario.operation("A") { _ in
                    recorder.call("addOperation(B)") { queue.addOperation(single) }
                    if let batching {
                        recorder.call("addOperations([C, D])") { batching.addOperations(several) }
                    } else {
                        for operation in several { queue.addOperation(operation) }
                    }
                    recorder.call("addOperation { … }") { queue.addOperation { block.run {} } }
                }
                scenario.add(a, to: queue)
                try await scenario.expectRun(of: [a] + added, "A having added the others")
                try probe.expect(
                    block.startCount == 1 && block.finishCount == 1, "the block that A added to run once",
                    observed: "it ran \(block.startCount) times")
                if scenario.claims(.asyncBodies) { try await addFromTask(scenario, queue) }
                try await chain(scenario, queue)
            }
        }
    }

    private static func addFromTask<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let added = scenario.operation("added by an async body")
        let operation = added.operation
        let member = try scenario.asyncOperation("async") { queue.addOperation(operation) }
        scenario.add(member, to: queue)
        try await scenario.expectRun(of: [member, added], "in a queue that the async one adds the other to")
    }

    /// Each is added by the one before it, which then ends.
    private static func chain<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue
    ) async throws {
        let length = 50
        let (subject, reached) = (scenario.subject, RelaxedCounter())
        @Sendable func add(_ left: Int) {
            if left == 0 { return }
            queue.addOperation(
                subject.makeOperation { _ in
                    reached.increment()
                    add(left - 1)
                })
        }
        add(length)
        try scenario.probe.expect(
            try await scenario.probe.holdsWhenQuiescent { reached.value == length },
            "\(length) operations to run, each added by the one before",
            observed: "\(reached.value) ran")
    }
}
