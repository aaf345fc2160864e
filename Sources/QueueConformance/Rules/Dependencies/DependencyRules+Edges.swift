internal import ConcurrencyPrimitives
internal import Operations

/// The list of dependencies, and what adds to it: 3.5, 3.6 and 3.9.
extension DependencyRules {
    static let listOfDependenciesRule = Rule(
        "3.5", "`dependencies` lists what was added, in order, and is not pruned as they finish.",
        sources: [.documentation], testedCode: .operation, needs: [.lifeCycle, .dependencies],
        isolation: .ownProcess
    ) { try await listOfDependencies($0, $1) }

    private static func listOfDependencies<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        typealias Operation = Subject.Queue.Operation
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let dependencies = ["A", "B", "C"].map { scenario.operation($0) }
            let added = dependencies.map(\.operation)
            let inside = RelaxedCounter()
            let dependent = scenario.operation("D") { operation in
                if operation.dependencies.elementsEqual(added, by: { $0 === $1 }) { inside.increment() }
            }
            func expectList(_ expected: [Operation], _ samplePoint: String) throws {
                let listed = dependent.operation.dependencies
                let names = listed.map { listed in
                    dependencies.first { $0.operation === listed }?.label
                        ?? "an operation that was never added"
                }
                try probe.expect(
                    listed.elementsEqual(expected, by: { $0 === $1 }),
                    "D's dependencies are \(dependencies.prefix(expected.count).map(\.label)) \(samplePoint)",
                    observed: "\(names)")
            }
            for (index, dependency) in dependencies.enumerated() {
                scenario.depend(dependent, on: dependency)
                try expectList(Array(added[...index]), "once \(dependency.label) is added")
            }
            scenario.add(dependent, to: queue)
            try await scenario.start(dependencies[1])
            try expectList(added, "when B has finished")
            scenario.add(dependencies[0], to: queue)
            try await scenario.probe.settle()
            try expectList(added, "when A and B have finished")
            scenario.add(dependencies[2], to: queue)
            try await scenario.probe.settle()
            try probe.expect(
                inside.value == 1 || !dependent.hasStarted,
                "D's dependencies are A, B and C inside its body, when all have finished",
                observed: "the list was another one there")
            try expectList(added, "when all have finished")
        }
        try await RuleScenario.run(subject, probe, part: "equal ones") { try await equalDependencies($0) }
    }

    /// A client's class may say that two of its operations are equal. Each is a dependency of its own all the same.
    private static func equalDependencies<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let made = (1...20).map { _ in OwnOperations.equalOperation() as? Subject.Operation }
        let (dependencies, dependent) = (made.compactMap(\.self), scenario.operation("E").operation)
        guard dependencies.count == made.count else { return }
        for (index, dependency) in dependencies.enumerated() {
            dependent.addDependency(dependency)
            let count = dependent.dependencies.count
            try scenario.probe.expect(
                count == index + 1,
                "E, made to depend on \(index + 1) that are equal, has as many dependencies",
                observed: "it has \(count)")
        }
        dependent.removeDependency(dependencies[1])
        try scenario.probe.expect(
            dependent.dependencies.elementsEqual(
                dependencies.prefix(1) + dependencies.dropFirst(2), by: { $0 === $1 }),
            "of the equal ones that E depends on the second to be removed, and no other",
            observed: "it has \(dependent.dependencies.count)")
    }

    static let addedTwiceRule = Rule(
        "3.6", "Adding the same dependency twice is as adding it once.", level: .optional,
        sources: [.own], testedCode: .operation, needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await addedTwice($0, $1) }

    private static func addedTwice<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let a = scenario.operation("A")
            let b = scenario.operation("B")
            let c = scenario.operation("C")
            for _ in 1...2 { scenario.depend(b, on: a) }
            try probe.expect(
                b.operation.dependencies.count == 1, "B, made to depend on A twice, has one dependency",
                observed: "it has \(b.operation.dependencies.count)")
            scenario.add(b, to: queue)
            // The second time when queued.
            scenario.depend(c, on: a)
            scenario.add(c, to: queue)
            scenario.depend(c, on: a)
            try await scenario.expectNoStart(of: [b, c], "before A, which they depend on twice")
            scenario.add(a, to: queue)
            try await scenario.expectCompletion(
                of: [b, c], "after A, which they were made to depend on twice")
        }
    }

    static let addedTooLateRule = Rule(
        "3.9",
        "Adding a dependency to an executing or finished operation has no effect on its run.",
        sources: [.documentation], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await addedTooLate($0, $1) }

    private static func addedTooLate<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let never = scenario.operation("the dependency, never started,")
            let a = scenario.held("A, executing,")
            let b = scenario.operation("B, finished,")
            scenario.add(a, b, to: queue)
            await scenario.started(a)
            let wasExecuting = a.operation.isExecuting
            scenario.depend(a, on: never)
            try await scenario.probe.settle()
            let isTooLate = b.operation.isFinished
            if isTooLate { scenario.depend(b, on: never) }
            try await scenario.probe.settle()
            try probe.expect(
                a.operation.isExecuting == wasExecuting && !a.operation.isFinished && a.trace.startCount == 1,
                "A goes on executing when a dependency is added", observed: a.state)
            try probe.expect(
                !isTooLate || b.operation.isFinished && b.trace.startCount == 1,
                "B stays finished, and is not run again, when a dependency is added", observed: b.state)
            a.release()
            try await scenario.expectCompletion(of: [a, b], "though each was given a dependency too late")
            if scenario.claims(.startOverrides) {
                try await tooLateForOverridden(scenario, queue, dependency: never)
            }
        }
    }

    /// An operation whose start has returned, and which has announced that it executes.
    private static func tooLateForOverridden<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue, dependency: RuleScenario<Subject>.Member
    ) async throws {
        let c = try scenario.overridden("C, which overrides start,")
        scenario.add(c, to: queue)
        try await scenario.expectStart(of: [c], "in an idle queue")
        scenario.depend(c, on: dependency)
        try await scenario.probe.settle()
        try scenario.probe.expect(
            c.operation.isExecuting && !c.operation.isFinished
                && c.trace.startCount == 1,
            "C goes on executing when a dependency is added", observed: c.state)
        await scenario.release(c)
        try await scenario.expectCompletion(of: [c], "though it was given a dependency too late")
    }
}
