internal import Operations

/// The list of dependencies, and what changes it: 3.5 to 3.10.
extension DependencyRules {
    static func listOfDependencies<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        typealias Operation = Subject.Queue.Operation
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let dependencies = ["A", "B", "C"].map { stage.operation($0) }
        let added = dependencies.map(\.operation)
        let inside = RelaxedCounter()
        let dependent = stage.operation("D") { operation in
            if operation.dependencies.elementsEqual(added, by: { $0 === $1 }) { inside.increment() }
        }
        func expectList(_ expected: [Operation], _ moment: String) throws {
            let listed = dependent.operation.dependencies
            let names = listed.map { listed in
                dependencies.first { $0.operation === listed }?.label ?? "an operation that was never added"
            }
            try probe.expect(
                listed.elementsEqual(expected, by: { $0 === $1 }),
                "D's dependencies are \(dependencies.prefix(expected.count).map(\.label)) \(moment)",
                observed: "\(names)")
        }
        for (index, dependency) in dependencies.enumerated() {
            stage.make(dependent, dependOn: dependency)
            try expectList(Array(added[...index]), "once \(dependency.label) is added")
        }
        stage.add(dependent, to: queue)
        try await stage.start(dependencies[1])
        try expectList(added, "when B has finished")
        stage.add(dependencies[0], to: queue)
        try await stage.settle()
        try expectList(added, "when A and B have finished")
        stage.add(dependencies[2], to: queue)
        try await stage.settle()
        try probe.expect(
            inside.value == 1 || !dependent.hasBegun,
            "D's dependencies are A, B and C inside its body, when all have finished",
            observed: "the list was another one there")
        try expectList(added, "when all have finished")
    }

    static func addedTwice<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let a = stage.operation("A")
        let b = stage.operation("B")
        let c = stage.operation("C")
        for _ in 1...2 { stage.make(b, dependOn: a) }
        try probe.expect(
            b.operation.dependencies.count == 1, "B, made to depend on A twice, has one dependency",
            observed: "it has \(b.operation.dependencies.count)")
        stage.add(b, to: queue)
        // The second time when queued.
        stage.make(c, dependOn: a)
        stage.add(c, to: queue)
        stage.make(c, dependOn: a)
        try await stage.expectNoStart(of: b, c, expected: "B and C, which depend on A twice, wait for it")
        stage.add(a, to: queue)
        try await stage.expectRun(
            b, c, expected: "B and C, made to depend on A twice, run once A has finished")
    }

    static func removeUnfinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let executing = stage.held("A, executing,")
        let outside = stage.operation("B, in no queue,")
        stage.add(executing, to: queue)
        await stage.begin(of: executing)

        let new = stage.operation("C")
        stage.make(new, dependOn: executing)
        stage.remove(executing, from: new)
        try probe.expect(
            new.operation.isReady, "C is ready again when A, its only dependency, is removed",
            observed: new.states)
        stage.add(new, to: queue)

        let queued = stage.operation("D, queued,")
        stage.make(queued, dependOn: executing, outside)
        stage.add(queued, to: queue)
        stage.remove(executing, from: queued)
        try await stage.expectNoStart(of: queued, expected: "D waits for B when only A is removed")
        stage.remove(outside, from: queued)
        try probe.expect(
            queued.operation.isReady, "D is ready again when A and B, all its dependencies, are removed",
            observed: queued.states)
        try await stage.expectRun(
            new, queued, expected: "C and D run while A, removed from them, still executes")
        try await stage.letGo(executing)
        try await stage.expectRun(
            new, queued, expected: "C and D, which A's end no longer concerns, ran once")
    }

    static func removeStranger<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let dependency = stage.operation("A")
        let stranger = stage.operation("B")
        let free = stage.operation("C, which depends on nothing,")
        stage.remove(stranger, from: free)
        try probe.expect(
            free.operation.isReady && free.operation.dependencies.isEmpty,
            "\(free.label) stays ready when B is removed from it", observed: free.states)
        let waiting = stage.operation("D, which depends on A,")
        stage.make(waiting, dependOn: dependency)
        stage.add(waiting, to: queue)
        stage.remove(stranger, from: waiting)
        // The same as a dependent of its dependency, and as itself.
        stage.remove(free, from: waiting)
        stage.remove(waiting, from: dependency)
        stage.remove(waiting, from: waiting)
        try probe.expect(
            waiting.operation.dependencies.elementsEqual([dependency.operation], by: { $0 === $1 }),
            "\(waiting.label) keeps its one dependency when others are removed",
            observed: "it has \(waiting.operation.dependencies.count)")
        try probe.expect(
            !waiting.operation.isReady, "\(waiting.label) is not ready when others are removed from it",
            observed: waiting.states)
        try await stage.expectNoStart(
            of: waiting, expected: "\(waiting.label) waits when others are removed from it")
        stage.add(free, dependency, to: queue)
        try await stage.expectRun(
            free, dependency, waiting, expected: "A, C and D run as if nothing had been removed")
    }

    static func addedTooLate<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let never = stage.operation("the dependency, never started,")
        let a = stage.held("A, executing,")
        let b = stage.operation("B, finished,")
        stage.add(a, b, to: queue)
        await stage.begin(of: a)
        let wasExecuting = a.operation.isExecuting
        stage.make(a, dependOn: never)
        try await stage.settle()
        let isTooLate = b.operation.isFinished
        if isTooLate { stage.make(b, dependOn: never) }
        try await stage.settle()
        try probe.expect(
            a.operation.isExecuting == wasExecuting && !a.operation.isFinished && a.trace.startCount == 1,
            "A goes on executing when a dependency is added", observed: a.states)
        try probe.expect(
            !isTooLate || b.operation.isFinished && b.trace.startCount == 1,
            "B stays finished, and is not run again, when a dependency is added", observed: b.states)
        try await stage.letGo(a)
        try await stage.expectRun(
            a, b, expected: "A and B run once and finish, though each was given a dependency too late")
    }

    static func addedWhileQueued<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let dependency = stage.operation("A")
        let other = await stage.queue("queue 1")
        var delayed: [Stage<Subject>.Traced] = []
        let waiting = stage.operation("B, which waits for another dependency")
        let first = stage.operation("that dependency")
        stage.make(waiting, dependOn: first)
        stage.add(waiting, to: other, called: "queue 1")
        stage.make(waiting, dependOn: dependency)
        stage.add(first, to: other, called: "queue 1")
        delayed.append(waiting)
        if stage.can(.suspension) {
            let suspended = await stage.queue("queue 2", suspended: true)
            let queued = stage.operation("C, in a suspended queue")
            stage.add(queued, to: suspended, called: "queue 2")
            try await stage.settle()
            stage.make(queued, dependOn: dependency)
            await stage.setSuspended(false, suspended, called: "queue 2")
            delayed.append(queued)
        }
        if stage.can(.concurrencyLimit) {
            let serial = await stage.queue("queue 3", limit: 1)
            let blocker = stage.held("the operation in the only slot")
            let queued = stage.operation("D, waiting for a slot")
            stage.add(blocker, queued, to: serial, called: "queue 3")
            await stage.begin(of: blocker)
            try await stage.settle()
            stage.make(queued, dependOn: dependency)
            try await stage.letGo(blocker)
            delayed.append(queued)
        }
        try await stage.settle()
        for traced in delayed {
            try probe.expect(
                !traced.hasBegun, "\(traced.label), waits for A, added to it before it started",
                observed: traced.states)
        }
        stage.add(dependency, to: other, called: "queue 1")
        try await stage.expectAtRest(
            "all run when A has finished",
            observed: { delayed.filter { !$0.ranWhole }.map(\.states).joined(separator: "; ") },
            { delayed.allSatisfy(\.ranWhole) })
    }
}
