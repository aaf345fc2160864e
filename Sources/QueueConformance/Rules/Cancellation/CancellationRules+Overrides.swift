internal import ConcurrencyPrimitives
internal import Operations

/// Cancelling all where this package's operations override `cancel`: 2.10.
extension CancellationRules {
    /// Each is cancelled by one call, and what waits for another before that other.
    static func cancelOverrides<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let mayGoOn = scenario.latch("the cancel of B may return")
        let calls = (0..<3).map { _ in RelaxedCounter() }
        let made: [RuleScenario<Subject>.Member] = ["A", "B, waiting for A", "C, waiting for B"].enumerated()
            .compactMap { index, label in
                let trace = scenario.probe.trace(label)
                let operation = OwnOperations.cancelOverride(
                    whenCancelled: {
                        calls[index].increment()
                        if index == 1 { mayGoOn.waitBlocking() }
                    }, { _ in trace.run {} })
                return (operation as? Subject.Operation).map {
                    scenario.register($0, trace, scenario.latch(label))
                }
            }
        guard made.count == 3 else { return }
        let (a, b, c) = (made[0], made[1], made[2])
        let never = scenario.operation("D, never added")
        scenario.depend(a, on: never)
        scenario.depend(b, on: a)
        scenario.depend(c, on: b)
        let queue = await scenario.queue()
        scenario.add(made, to: queue)
        try await scenario.probe.settle()
        let (all, recorder) = (try queue.cancellingAll, scenario.probe.recorder("canceller"))
        SystemThread.start { recorder.call("cancelAllOperations()") { all.cancelAllOperations() } }
        try await scenario.expectNoStart(
            of: [c], "though B, which is cancelled by the same call, has ended by that")
        mayGoOn.open()
        try await scenario.expectFinish(of: made, "when cancelAllOperations() has returned")
        for (member, count) in zip(made, calls) {
            try scenario.probe.expect(
                count.value == 1, "cancelAllOperations() to call cancel() of \(member.label), once",
                observed: "it was called \(count.value) times")
        }
    }
}
