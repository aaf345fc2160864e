internal import Operations

/// Cancelling and dependencies: 2.5, 2.7, 2.8 and 2.16.
extension CancellationRules {
    static func cancelledIsReady<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let never = stage.operation("the dependency")
        let outside = stage.operation("A, in no queue,")
        let queued = stage.operation("B, in a queue,")
        let late = stage.operation("C, made to depend after cancel(),")
        for traced in [outside, queued] { stage.make(traced, dependOn: never) }
        let queue = await stage.queue()
        stage.add(queued, to: queue)
        try await stage.settle()
        stage.cancel(outside, queued, late)
        stage.make(late, dependOn: never)
        for traced in [outside, queued, late] {
            // Whether it is ready when it has finished is a matter of rule 1.12.
            try probe.expect(
                traced.operation.isReady || traced.operation.isFinished,
                "\(traced.label) is ready once cancelled, though its dependency has not finished",
                observed: traced.states)
        }
        stage.add(late, to: queue)
        try await stage.expectFinish(
            queued, late,
            expected: "B and C, cancelled, finish in the queue without waiting for their dependency")
        // Where it is not ready, this stops.
        try await stage.start(outside)
    }

    static func cancelledDependencyHolds<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let executing = stage.held("A, executing")
        let outside = stage.operation("B, in no queue")
        var dependencies = [executing, outside]
        stage.add(executing, to: queue)
        await stage.begin(of: executing)
        let suspended = await stage.queue("queue 2", suspended: stage.can(.suspension))
        if stage.can(.suspension) {
            let waiting = stage.operation("C, in a suspended queue")
            stage.add(waiting, to: suspended, called: "queue 2")
            dependencies.append(waiting)
        }
        let dependents = dependencies.map { dependency in
            let dependent = stage.operation("the dependent of \(dependency.label)")
            stage.make(dependent, dependOn: dependency)
            return dependent
        }
        stage.add(dependents, to: queue)
        try await stage.settle()
        // Those that waited while nothing was cancelled.
        let waited = dependents.map { !$0.hasBegun && !$0.operation.isReady }
        stage.cancel(dependencies)
        try await stage.settle()
        for (index, (dependent, dependency)) in zip(dependents, dependencies).enumerated()
        where waited[index] && !dependency.operation.isFinished && !dependent.operation.isCancelled {
            try probe.expect(
                !dependent.hasBegun && !dependent.operation.isReady,
                "\(dependent.label), cancelled but not finished, waits",
                observed: "\(dependent.states); \(dependency.states)")
        }
        try await stage.letGo(executing)
        if stage.can(.suspension) { await stage.setSuspended(false, suspended, called: "queue 2") }
        try await stage.start(outside)
        // That they run in the end is a matter of rule 2.8.
        try await stage.settle()
    }

    static func cancelledDependencyReleases<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let inQueue = stage.operation("A, cancelled and added")
        let byHand = stage.operation("B, cancelled and started by hand")
        let executing = stage.held("C, cancelled while it executed")
        let dependencies = [inQueue, byHand, executing]
        let early = dependencies.map { dependency in
            let dependent = stage.operation("the dependent, added before the end, of \(dependency.label)")
            stage.make(dependent, dependOn: dependency)
            return dependent
        }
        stage.add(early, to: queue)
        stage.add(executing, to: queue)
        await stage.begin(of: executing)
        stage.cancel(dependencies)
        try await stage.letGo(executing)
        stage.add(inQueue, to: queue)
        try await stage.start(byHand)
        try await stage.settle()
        // A dependency that doesn't finish breaks another rule.
        let late = dependencies.filter(\.operation.isFinished).map { dependency in
            let dependent = stage.operation("the dependent, made after the end, of \(dependency.label)")
            stage.make(dependent, dependOn: dependency)
            return dependent
        }
        for dependent in late {
            try probe.expect(
                dependent.operation.isReady, "\(dependent.label), is ready", observed: dependent.states)
        }
        stage.add(late, to: queue)
        let released = (zip(early, dependencies).filter { $1.operation.isFinished }.map { $0.0 } + late)
            .filter { !$0.operation.isCancelled }
        try await stage.expectAtRest(
            "all dependents of cancelled operations that have finished run",
            observed: { released.filter { !$0.ranWhole }.map(\.states).joined(separator: "; ") },
            { released.allSatisfy(\.ranWhole) })
    }

    static func cancelReachesOne<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue("queue 1")
        let other = await stage.queue("queue 2")
        let before = stage.held("A, which B depends on")
        let cancelled = stage.operation("B, which is cancelled")
        let after = stage.operation("C, which depends on B")
        let afterElsewhere = stage.operation("D, in another queue, which depends on B")
        let beside = stage.held("E, beside them")
        stage.make(cancelled, dependOn: before)
        stage.make(after, dependOn: cancelled)
        stage.make(afterElsewhere, dependOn: cancelled)
        stage.add(before, to: other, called: "queue 2")
        await stage.begin(of: before)
        stage.add(cancelled, after, to: queue, called: "queue 1")
        stage.add(afterElsewhere, to: other, called: "queue 2")
        let spared = [before, after, afterElsewhere, beside]
        stage.cancel(cancelled)
        try expectSpared(spared, probe, by: "B.cancel()")

        // All of one queue are asked; those of another, and those in none, are not.
        let third = await stage.queue("queue 3", suspended: stage.can(.suspension))
        let member = stage.operation("F, in queue 3, which E depends on")
        stage.make(beside, dependOn: member)
        stage.add(member, to: third, called: "queue 3")
        await stage.cancelAll(third, called: "queue 3")
        try expectSpared(spared, probe, by: "queue 3's cancelAllOperations()")
        if stage.can(.suspension) { await stage.setSuspended(false, third, called: "queue 3") }
        stage.add(beside, to: other, called: "queue 2")
        try await stage.letGo(before, beside)
        try await stage.expectRun(
            before, after, afterElsewhere, beside,
            expected: "A, C, D and E run, though B and F were cancelled")
        try expectSpared(spared, probe, by: "the end of B, cancelled,")
    }

    private static func expectSpared<Operation: OperationProtocol>(
        _ spared: [TracedOperation<Operation>], _ probe: Probe, by call: String
    ) throws {
        for traced in spared {
            try probe.expect(
                !traced.operation.isCancelled, "\(traced.label), is not cancelled by \(call)",
                observed: traced.states)
        }
    }
}
