import Operations

/// Family 10: the queue itself.
enum PropertyRules {
    static let all = [
        currentInsideRule, currentOutsideRule, mainQueueRule, underlyingQueueRule, mainQueueAsUnderlyingRule,
        defaultNameRule, independenceRule, formerUnderlyingQueueRule,
    ]

    static let defaultNameRule = Rule(
        "10.6", "A queue has a name by default, and any other once that is set.",
        sources: [.tests], needs: [.names]
    ) { try await defaultName($0, $1) }

    private static func defaultName<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let queue = try subject.makeQueue().named
        let name = await queue.name
        try probe.expect(
            name?.isEmpty == false, "a new queue to have a name",
            observed: name == nil ? "it has none" : "its name is empty")
        // What it is called when its name is set to nil is the affair of other queues.
        let names: [String?] = ["first", "second"] + (subject.keepsDetails ? [nil] : [])
        for set in names {
            queue.setName(set)
            let now = await queue.name
            try probe.expect(
                now == set ?? name,
                "the queue's name to be \(set.map { "'\($0)'" } ?? "its default name again") once that was set",
                observed: now.map { "it is '\($0)'" } ?? "it has none")
        }
    }

    static let independenceRule = Rule(
        "10.7", "Properties of two queues are independent.",
        sources: [.own], isolation: .ownProcess
    ) { try await independence($0, $1) }

    private static func independence<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let (changed, other) = (await scenario.queue(), await scenario.queue())
            func expectUnchanged<Value: Equatable>(
                _ property: String, _ value: () async throws -> Value, by call: String,
                _ change: () async throws -> Void
            ) async throws {
                let before = try await value()
                scenario.recorder.call("first.\(call)") {}
                try await change()
                let after = try await value()
                try probe.expect(
                    after == before,
                    "the second queue's \(property) to stay when \(call) is called on the first",
                    observed: "it was \(before), and then \(after)")
            }
            if scenario.claims(.names) {
                try await expectUnchanged(
                    "name", { try await other.named.name ?? "none" }, by: "setName(\"first\")"
                ) {
                    try changed.named.setName("first")
                    _ = try await changed.named.name
                }
            }
            if scenario.claims(.concurrencyLimit) {
                try await expectUnchanged(
                    "limit", { try await other.limited.maxConcurrentOperationCount },
                    by: "setMaxConcurrentOperationCount(0)"
                ) {
                    await scenario.setLimit(of: changed, to: 0)
                }
            }
            if scenario.claims(.suspension) {
                try await expectUnchanged(
                    "suspension", { try await other.suspendable.isSuspended }, by: "setSuspended(true)"
                ) {
                    await scenario.setSuspended(changed, true)
                }
            }
            let kept = scenario.held("in the first")
            if scenario.claims(.enumeration) {
                try await expectUnchanged(
                    "count", { try await other.enumerable.operationCount }, by: "addOperation"
                ) {
                    scenario.add(kept, to: changed)
                    _ = try await changed.enumerable.operationCount
                }
            }
            // Not only what it says of itself.
            let operation = scenario.operation("A")
            scenario.add(operation, to: other)
            try await scenario.expectRun(
                of: [operation], "in the second queue, whatever was set on the first")
        }
    }
}
