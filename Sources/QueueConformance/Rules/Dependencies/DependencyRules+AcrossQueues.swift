internal import Operations

/// Dependencies between operations of two queues: 3.3.
extension DependencyRules {
    static func acrossQueues<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        try await across(stage, await stage.queue("queue 1"), await stage.queue("queue 2"))
        // Edges run both ways, from the one kind to the other and back.
        probe.forgetHistory()
        let again = Stage(subject, probe)
        guard let other = again.otherKindOfQueue() else { return }
        try await across(again, await again.queue("queue 1"), other, kind: ", of another kind")
    }

    private static func across<Subject: ConformanceSubject, Other: OperationQueueProtocol>(
        _ stage: Stage<Subject>, _ first: Subject.Queue, _ second: Other, kind: String = ""
    ) async throws where Other.Operation == Subject.Queue.Operation {
        let a = stage.held("A, in queue 1")
        let b = stage.held("B, in queue 2\(kind), which depends on A")
        let c = stage.operation("C, in queue 1, which depends on B")
        stage.make(b, dependOn: a)
        stage.make(c, dependOn: b)
        stage.add([c, a], to: first, called: "queue 1")
        stage.add([b], to: second, called: "queue 2")
        await stage.begin(of: a)
        try await stage.expectNoStart(
            of: b, c, expected: "B and C wait for A, which is in another queue than B")
        try await stage.letGo(a)
        try await stage.expectAtRest(
            "B, in queue 2\(kind), is started when A, in queue 1, has finished",
            observed: { b.states }, { b.hasBegun })
        try await stage.expectNoStart(of: c, expected: "C, in queue 1, waits for B, in queue 2\(kind)")
        try await stage.letGo(b)
        try await stage.expectRun(
            a, b, c, expected: "C, in queue 1, runs when B, in queue 2\(kind), has finished")

        // To and fro: each end in one queue meets an addition to the other.
        let chain = (0..<100).map { stage.operation("link \($0)") }
        // All edges first: what depends on a finished operation is a matter of rule 3.2.
        for (dependency, dependent) in zip(chain, chain.dropFirst()) {
            stage.make(dependent, dependOn: dependency)
        }
        for (index, link) in chain.enumerated() {
            if index % 2 == 0 {
                stage.add([link], to: first, called: "queue 1")
            } else {
                stage.add([link], to: second, called: "queue 2")
            }
        }
        try await stage.expectAtRest(
            "a chain of 100 operations, by turns in queue 1 and in queue 2\(kind), runs to its end",
            observed: { "\(chain.filter { !$0.operation.isFinished }.count) of them have not finished" },
            { chain.allSatisfy(\.operation.isFinished) })
        for (index, (earlier, later)) in zip(chain, chain.dropFirst()).enumerated() {
            guard let end = earlier.trace.finishTime, let start = later.trace.startTime, end <= start else {
                throw stage.probe.violation(
                    "link \(index + 1) starts after link \(index), which is in the other queue, has finished",
                    observed: "it began before the body of link \(index) had ended, or one of them never ran")
            }
        }
    }
}
