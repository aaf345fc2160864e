internal import Operations

/// What is removed from the list of dependencies: 3.7 and 3.8.
extension DependencyRules {
    static let removeUnfinishedRule = Rule(
        "3.7", "Removing an unfinished dependency restores readiness.", sources: [.documentation],
        needs: [.lifeCycle, .dependencies, .overlap], isolation: .ownProcess
    ) { try await removeUnfinished($0, $1) }

    private static func removeUnfinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let executing = scenario.held("A, executing,")
            let outside = scenario.operation("B, in no queue,")
            scenario.add(executing, to: queue)
            await scenario.started(executing)

            let new = scenario.operation("C")
            scenario.depend(new, on: executing)
            scenario.removeDependency(executing, from: new)
            try probe.expect(
                new.operation.isReady, "C is ready again when A, its only dependency, is removed",
                observed: new.state)
            scenario.add(new, to: queue)

            // Held, so that it doesn't end before it is looked at: whether it is ready then is another rule's.
            let queued = scenario.held("D, queued,")
            scenario.depend(queued, on: executing, outside)
            scenario.add(queued, to: queue)
            scenario.removeDependency(executing, from: queued)
            try await scenario.expectNoStart(
                of: [queued], "before B when only A is removed from its dependencies")
            scenario.removeDependency(outside, from: queued)
            try probe.expect(
                queued.operation.isReady, "D is ready again when A and B, all its dependencies, are removed",
                observed: queued.state)
            queued.release()
            try await scenario.expectCompletion(
                of: [new, queued], "while A, removed from their dependencies, still executes")
            executing.release()
            try await scenario.expectCompletion(
                of: [new, queued], "though A, removed from their dependencies, has ended since")
            // A subject may make its operations in two ways by turns, and each call makes an odd number.
            for _ in 1...2 { try await removeOfMany(scenario) }
            for isQueued in [false, true] {
                try await addAgain(scenario, queue, isQueued: isQueued)
                try await dependAgain(scenario, queue, isQueued: isQueued)
            }
        }
    }

    /// What was removed is no dependency any more, so adding it again counts. More of them than a short list holds.
    private static func addAgain<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue, isQueued: Bool
    ) async throws {
        let dependencies = (1...20).map { scenario.operation("\($0)") }
        let dependent = scenario.operation("F, \(isQueued ? "queued" : "in no queue"),")
        for dependency in dependencies { scenario.depend(dependent, on: dependency) }
        if isQueued { scenario.add(dependent, to: queue) }
        scenario.removeDependency(dependencies[1], from: dependent)
        scenario.depend(dependent, on: dependencies[1])
        try scenario.probe.expect(
            dependent.operation.dependencies.count == dependencies.count,
            "\(dependent.label) has 20 dependencies when one of 20 was removed and added again",
            observed: "it has \(dependent.operation.dependencies.count)")
        let others = dependencies.enumerated().filter { $0.offset != 1 }.map(\.element)
        // What was added again can be removed again, and nothing else is.
        scenario.removeDependency(dependencies[1], from: dependent)
        let left = dependent.operation.dependencies
        try scenario.probe.expect(
            left.count == others.count
                && others.allSatisfy { other in left.contains { $0 === other.operation } },
            "\(dependent.label) depends on all but 2 when that was added again and removed again",
            observed: "it has \(left.count) dependencies")
        scenario.depend(dependent, on: dependencies[1])
        scenario.add(others, to: queue)
        try await scenario.expectCompletion(of: others, "which depend on nothing")
        try await scenario.expectNoStart(
            of: [dependent], "before 2, removed from its dependencies and added again")
        try scenario.probe.expect(
            !dependent.operation.isReady,
            "\(dependent.label) isn't ready before 2, removed and added again, has finished",
            observed: dependent.state)
        scenario.add(dependencies[1], to: queue)
        if !isQueued {
            try await scenario.expectCompletion(of: [dependencies[1]], "which depends on nothing")
            scenario.add(dependent, to: queue)
        }
        try await scenario.expectCompletion(of: [dependent], "when all of its dependencies have finished")
    }

    /// The same, where one operation has many dependents.
    private static func dependAgain<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue, isQueued: Bool
    ) async throws {
        let dependency = scenario.operation("G")
        let dependents = (1...20).map { scenario.operation("H\($0), which depends on G") }
        for dependent in dependents { scenario.depend(dependent, on: dependency) }
        if isQueued { scenario.add(dependents, to: queue) }
        // One after the other, so that there is one of either kind where a subject makes two by turns.
        let other = scenario.operation("I, never started, which holds it back meanwhile,")
        for dependent in dependents[1...2] {
            scenario.depend(dependent, on: other)
            scenario.removeDependency(dependency, from: dependent)
            scenario.depend(dependent, on: dependency)
            scenario.removeDependency(other, from: dependent)
        }
        try await scenario.expectNoStart(of: dependents, "before G has finished")
        scenario.add(dependency, to: queue)
        if !isQueued {
            try await scenario.expectCompletion(of: [dependency], "which depends on nothing")
            scenario.add(dependents, to: queue)
        }
        try await scenario.expectCompletion(
            of: dependents, "when G has finished, also where it was removed and added again")
    }

    /// An operation in no queue: dependencies that have finished are removed, and some that haven't.
    private static func removeOfMany<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        let dependencies = (1...12).map { scenario.operation("\($0)") }
        let dependent = scenario.operation("E, in no queue,")
        for dependency in dependencies { scenario.depend(dependent, on: dependency) }
        func expect(_ isReady: Bool, _ when: String) throws {
            try scenario.probe.expect(
                dependent.operation.isReady == isReady, "E \(isReady ? "is" : "isn't") ready \(when)",
                observed: dependent.state)
        }
        for dependency in dependencies.prefix(7) { try await scenario.start(dependency) }
        try await scenario.expectCompletion(of: Array(dependencies.prefix(7)), "started by hand")
        try expect(false, "when 7 of 12 have finished")
        for dependency in dependencies.prefix(7) { scenario.removeDependency(dependency, from: dependent) }
        try expect(false, "when 5 are left of 12, which have not finished")
        for dependency in dependencies[7..<10] { try await scenario.start(dependency) }
        try await scenario.expectCompletion(of: Array(dependencies[7..<10]), "started by hand")
        try expect(false, "when 2 of 5 are left to finish")
        scenario.removeDependency(dependencies[10], from: dependent)
        try expect(false, "before the last of them has finished")
        scenario.removeDependency(dependencies[11], from: dependent)
        try expect(true, "when all that are left have finished")
    }

    static let removeStrangerRule = Rule(
        "3.8", "Removing what is no dependency does nothing.", sources: [.tests], testedCode: .operation,
        needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await removeStranger($0, $1) }

    private static func removeStranger<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let dependency = scenario.operation("A")
            let stranger = scenario.operation("B")
            let free = scenario.operation("C, which depends on nothing,")
            scenario.removeDependency(stranger, from: free)
            try probe.expect(
                free.operation.isReady && free.operation.dependencies.isEmpty,
                "\(free.label) stays ready when B is removed from it", observed: free.state)
            let waiting = scenario.operation("D, which depends on A,")
            scenario.depend(waiting, on: dependency)
            scenario.add(waiting, to: queue)
            scenario.removeDependency(stranger, from: waiting)
            // The same as a dependent of its dependency, and as itself.
            scenario.removeDependency(free, from: waiting)
            scenario.removeDependency(waiting, from: dependency)
            scenario.removeDependency(waiting, from: waiting)
            try probe.expect(
                waiting.operation.dependencies.elementsEqual([dependency.operation], by: { $0 === $1 }),
                "\(waiting.label) keeps its one dependency when others are removed",
                observed: "it has \(waiting.operation.dependencies.count)")
            try probe.expect(
                !waiting.operation.isReady, "\(waiting.label) is not ready when others are removed from it",
                observed: waiting.state)
            try await scenario.expectNoStart(
                of: [waiting], "when others than A are removed from its dependencies")
            scenario.add(free, dependency, to: queue)
            try await scenario.expectCompletion(
                of: [free, dependency, waiting], "as if nothing had been removed")
        }
    }
}
