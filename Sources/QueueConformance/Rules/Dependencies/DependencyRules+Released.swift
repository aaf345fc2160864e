internal import Operations

/// The end of a dependency that some of its dependents don't live to see: 3.19.
extension DependencyRules {
    static let releasedDependentsRule = Rule(
        "3.19",
        "A dependency may end after dependents were released that were cancelled, or never added to a queue.",
        sources: [.own], needs: [.lifeCycle, .dependencies, .cancellation], isolation: .ownProcess
    ) { try await releasedDependents($0, $1) }

    private static func releasedDependents<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let (a, b) = (scenario.operation("A"), scenario.operation("B, which depends on A"))
            scenario.depend(b, on: a)
            scenario.add(b, to: queue)
            // They don't belong to the scenario, which would keep them.
            var (cancelled, outside) = (Self.operations(subject), Self.operations(subject))
            scenario.recorder.call("50 operations that depend on A are added and cancelled") {
                for operation in cancelled {
                    operation.addDependency(a.operation)
                    queue.addOperation(operation)
                    operation.cancel()
                }
            }
            scenario.recorder.call("50 operations that depend on A are asked whether they are ready") {
                for operation in outside {
                    operation.addDependency(a.operation)
                    _ = operation.isReady
                }
            }
            try await probe.settle()
            // Unless the queue keeps them, which is another rule's matter, their memory is free now, and this thread's.
            cancelled = []
            outside = []
            FreedMemory.overwrite()
            scenario.add(a, to: queue)
            try await scenario.expectRun(of: [a, b], "after 100 that depended on A are gone")
        }
        guard subject.keepsDetails else { return }
        try await RuleScenario.run(subject, probe, part: "dependents of one that depends") {
            try await releasedDependentsOfADependent($0)
        }
    }

    /// Who lets go of an operation lets go of its own list of dependencies, and of no other's.
    private static func releasedDependentsOfADependent<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let queue = await scenario.queue()
        let (a, b) = (scenario.held("C"), scenario.operation("D, which depends on C"))
        scenario.depend(b, on: a)
        var outside = Self.operations(scenario.subject)
        scenario.recorder.call("50 operations that depend on D are released") {
            for operation in outside { operation.addDependency(b.operation) }
            outside = []
        }
        FreedMemory.overwrite()
        try scenario.probe.expect(
            b.operation.dependencies.elementsEqual([a.operation], by: { $0 === $1 }),
            "D to depend on C when 50 that depended on D are gone",
            observed: "it has \(b.operation.dependencies.count) dependencies")
        scenario.add(b, a, to: queue)
        try await scenario.expectNoStart(of: [b], "before C has finished")
        a.release()
        try await scenario.expectCompletion(of: [a, b], "one after the other")
    }

    private static func operations<Subject: ConformanceSubject>(_ subject: Subject) -> [Subject.Operation] {
        (0..<50).map { _ in subject.makeOperation { _ in } }
    }
}
