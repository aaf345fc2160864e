internal import Operations

/// Announcing finished before the queue has started the operation: 1.17.
extension LifeCycleRules {
    /// What becomes of the operation once it has announced its end.
    enum AfterEarlyEnd: String, CaseIterable {
        case kept = "held on to"
        case released
    }

    static func endBeforeStart<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        guard let after = AfterEarlyEnd(rawValue: probe.caseName) else {
            fatalError("There is no case \(probe.caseName).")
        }
        let stage = Stage(subject, probe)
        if stage.can(.suspension) {
            let queue = await stage.queue("queue 1", suspended: true)
            let limit = stage.can(.concurrencyLimit)
            // One that was never started has no slot to give back, nor to keep.
            if limit { await stage.setLimit(1, of: queue, called: "queue 1") }
            try await end(after, "in a suspended queue", in: queue, stage) {
                await stage.setSuspended(false, queue, called: "queue 1")
            }
        }
        if stage.can(.concurrencyLimit) {
            let queue = await stage.queue("queue 2", limit: 1)
            let blocker = stage.held("the operation in the only slot")
            stage.add(blocker, to: queue, called: "queue 2")
            await stage.begin(of: blocker)
            try await end(after, "waiting for a slot", in: queue, stage) { try await stage.letGo(blocker) }
        }
        if stage.can(.dependencies) {
            let queue = await stage.queue("queue 3")
            let dependency = stage.operation("the dependency")
            try await end(after, "waiting for a dependency", in: queue, on: dependency, stage) {
                stage.add(dependency, to: queue, called: "queue 3")
            }
        }
    }

    /// Adds an operation and another after it, has the first announce its end while it waits, and lets the queue go on.
    private static func end<Subject: ConformanceSubject>(
        _ after: AfterEarlyEnd, _ place: String, in queue: Subject.Queue,
        on dependency: Stage<Subject>.Traced? = nil, _ stage: Stage<Subject>, goOn: () async throws -> Void
    ) async throws {
        let probe = stage.probe
        let early = EarlyEnder("A, \(place),", of: stage.subject)
        let lane = probe.lane()
        lane.call("addOperation(\(early.label))") {
            early.with { operation in
                if let dependency { operation.addDependency(dependency.operation) }
                queue.addOperation(operation)
            }
        }
        let next = stage.operation("B, added after \(early.label)")
        stage.add(next, to: queue)
        try await stage.settle()

        var dependents: [Stage<Subject>.Traced] = []
        let waited = Latch("waiting for \(early.label) to return")
        if after == .kept {
            if stage.can(.dependencies) {
                let dependent = stage.operation("C, which depends on \(early.label)")
                early.with { dependent.operation.addDependency($0) }
                stage.add(dependent, to: await stage.queue("elsewhere"), called: "elsewhere")
                dependents.append(dependent)
            }
            ScenarioThread.start {
                early.with { $0.waitUntilFinished() }
                waited.open()
            }
            try await stage.settle()
        }
        try await probe.onThread("\(early.label) to announce that it has finished") {
            lane.call("\(early.label) announces finished") { early.announceFinished() }
            if after == .released {
                early.letGo()
                FreedMemory.overwrite()
            }
        }
        try await stage.settle()
        if after == .kept {
            try await stage.expectAtRest(
                "waiting for \(early.label) returns when it has announced finished",
                observed: { "it has not returned" }, { waited.isOpen })
        }
        for dependent in dependents {
            try await stage.expectRun(
                dependent, expected: "\(dependent.label) runs when that has announced finished")
        }

        try await goOn()
        let isEmpty = Latch("waiting for the queue to return")
        Task.detached {
            await queue.waitUntilAllOperationsAreFinished()
            isEmpty.open()
        }
        try await stage.expectRun(next, expected: "\(next.label) runs, whatever has become of that")
        try await stage.expectAtRest(
            "\(early.label) leaves its queue, having announced finished",
            observed: { "waiting for the queue has not returned" }, { isEmpty.isOpen })
        if stage.can(.enumeration) {
            let held = await queue.operations.count
            try probe.expect(
                held == 0, "the queue is empty when what it held has finished",
                observed: "it holds \(held) operations")
        }
        let last = stage.operation("D, added at last")
        stage.add(last, to: queue)
        try await stage.expectRun(last, expected: "\(last.label), runs")
        try probe.expect(
            !early.hasRun, "\(early.label) never begins its work, having announced finished",
            observed: "the queue started it, and it was not finished then")
    }
}
