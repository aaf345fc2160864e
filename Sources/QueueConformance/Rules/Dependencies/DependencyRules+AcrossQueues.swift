internal import Operations

/// Dependencies between operations of two queues: 3.3.
extension DependencyRules {
    static let acrossQueuesRule = Rule(
        "3.3",
        "Dependencies work across queues that share the operation type, also of different kinds.",
        sources: [.documentation], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await acrossQueues($0, $1) }

    private static func acrossQueues<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            try await across(scenario, await scenario.queue("queue 1"), await scenario.queue("queue 2"))
        }
        // Edges run both ways, from the one kind to the other and back.
        try await RuleScenario.run(subject, probe, part: "queues of two kinds") { scenario in
            guard let other = scenario.otherKindOfQueue("queue 2") else { return }
            try await across(scenario, await scenario.queue("queue 1"), other, kind: ", of another kind")
        }
    }

    private static func across<Subject: ConformanceSubject, Other: BasicOperationQueue>(
        _ scenario: RuleScenario<Subject>, _ first: Subject.Queue, _ second: Other, kind: String = ""
    ) async throws where Other.Operation == Subject.Queue.Operation {
        let a = scenario.held("A, in queue 1")
        let b = scenario.held("B, in queue 2\(kind), which depends on A")
        let c = scenario.operation("C, in queue 1, which depends on B")
        scenario.depend(b, on: a)
        scenario.depend(c, on: b)
        scenario.add([c, a], to: first)
        scenario.add([b], to: second)
        await scenario.started(a)
        try await scenario.expectNoStart(of: [b, c], "before A, which is in another queue than B")
        a.release()
        try await scenario.probe.expectWhenQuiescent(
            "B, in queue 2\(kind), is started when A, in queue 1, has finished",
            observed: b.state, { b.hasStarted })
        try await scenario.expectNoStart(of: [c], "before B has finished")
        b.release()
        try await scenario.expectCompletion(of: [a, b, c], "when A and then B have been released")

        // To and fro: each end in one queue meets an addition to the other.
        let chain = (0..<100).map { scenario.operation("link \($0)") }
        // All edges first: what depends on a finished operation is a matter of rule 3.2.
        for (dependency, dependent) in zip(chain, chain.dropFirst()) {
            scenario.depend(dependent, on: dependency)
        }
        for (index, link) in chain.enumerated() {
            if index % 2 == 0 {
                scenario.add([link], to: first)
            } else {
                scenario.add([link], to: second)
            }
        }
        try await scenario.probe.expectWhenQuiescent(
            "a chain of 100 operations, by turns in queue 1 and in queue 2\(kind), runs to its end",
            observed: "\(chain.filter { !$0.operation.isFinished }.count) of them have not finished",
            { chain.allSatisfy(\.operation.isFinished) })
        for (index, (earlier, later)) in zip(chain, chain.dropFirst()).enumerated() {
            guard let end = earlier.trace.finishTime, let start = later.trace.startTime, end <= start else {
                throw scenario.probe.violation(
                    "link \(index + 1) starts after link \(index), which is in the other queue, has finished",
                    observed: "it began before the body of link \(index) had ended, or one of them never ran")
            }
        }
    }
}
