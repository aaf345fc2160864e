internal import ConcurrencyPrimitives
internal import Operations

/// The list of dependencies, and what changes it: 3.5 to 3.10.
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
        }
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
        }
    }

    static let addedWhileQueuedRule = Rule(
        "3.10",
        "A dependency added to a queued operation delays it if `addDependency` returned while the operation was neither "
            + "executing nor finished.",
        sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess
    ) { try await addedWhileQueued($0, $1) }

    private static func addedWhileQueued<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let dependency = scenario.operation("A")
            let other = await scenario.queue("queue 1")
            var delayed: [RuleScenario<Subject>.Member] = []
            let waiting = scenario.operation("B, which waits for another dependency")
            let first = scenario.operation("that dependency")
            scenario.depend(waiting, on: first)
            scenario.add(waiting, to: other)
            scenario.depend(waiting, on: dependency)
            scenario.add(first, to: other)
            delayed.append(waiting)
            if scenario.claims(.suspension) {
                let suspended = await scenario.queue("queue 2", suspended: true)
                let queued = scenario.operation("C, in a suspended queue")
                scenario.add(queued, to: suspended)
                try await scenario.probe.settle()
                scenario.depend(queued, on: dependency)
                await scenario.setSuspended(suspended, false)
                delayed.append(queued)
            }
            if scenario.claims(.concurrencyLimit) {
                let serial = await scenario.queue("queue 3", limit: 1)
                let blocker = scenario.held("the operation in the only slot")
                let queued = scenario.operation("D, waiting for a slot")
                scenario.add(blocker, queued, to: serial)
                await scenario.started(blocker)
                try await scenario.probe.settle()
                scenario.depend(queued, on: dependency)
                blocker.release()
                delayed.append(queued)
            }
            try await scenario.probe.settle()
            for member in delayed {
                try probe.expect(
                    !member.hasStarted, "\(member.label), waits for A, added to it before it started",
                    observed: member.state)
            }
            scenario.add(dependency, to: other)
            try await scenario.expectCompletion(of: delayed, "when A has finished")
        }
    }
}
