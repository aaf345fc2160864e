internal import Operations

/// Cancelling everything, and cancelling twice: 2.10 to 2.12.
extension CancellationRules {
    static func cancelEverything<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue(limit: 1)
        let executing = stage.held("A, executing")
        let queued = stage.operation("B, queued")
        var held = [executing, queued]
        stage.add(executing, queued, to: queue)
        await stage.begin(of: executing)
        if stage.can(.dependencies) {
            let waiting = stage.operation("C, waiting for A")
            stage.make(waiting, dependOn: executing)
            stage.add(waiting, to: queue)
            held.append(waiting)
        }
        await stage.cancelAll(queue)
        try await expectCancelledAndKept(held, in: queue, stage)
        try await stage.letGo(executing)
        if stage.can(.suspension) {
            try await stage.settle()
            await stage.setSuspended(true, queue)
            let suspended = stage.operation("D, in the suspended queue")
            stage.add(suspended, to: queue)
            await stage.cancelAll(queue)
            try await expectCancelledAndKept([suspended], in: queue, stage)
            await stage.setSuspended(false, queue)
        }
        try await stage.settle()
    }

    private static func expectCancelledAndKept<Subject: ConformanceSubject>(
        _ held: [Stage<Subject>.Traced], in queue: Subject.Queue, _ stage: Stage<Subject>
    ) async throws {
        for traced in held {
            try stage.probe.expect(
                traced.operation.isCancelled, "\(traced.label), is cancelled by cancelAllOperations()",
                observed: traced.states)
        }
        try await stage.settle()
        let listed = await queue.operations
        for traced in held {
            try stage.probe.expect(
                listed.contains(traced.operation),
                "\(traced.label), which can't have finished, is still in the queue after cancelAllOperations()",
                observed: "it is not among the queue's \(listed.count) operations; \(traced.states)")
        }
    }

    static func addAfterCancelAll<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        // No fence between the calls: they are one caller's, so their order is theirs in any queue.
        let queue = await stage.queue("queue 1")
        stage.cancelAllAtOnce(queue, called: "queue 1")
        let idle = stage.operation("A, added after cancelAllOperations to an empty queue")
        stage.add(idle, to: queue, called: "queue 1")
        var added = [idle]

        let busy = await stage.queue("queue 2", limit: stage.can(.concurrencyLimit) ? 1 : nil)
        let executing = stage.held("the operation that executes")
        let queued = stage.operation("the operation behind it")
        stage.add(executing, queued, to: busy, called: "queue 2")
        await stage.begin(of: executing)
        stage.cancelAllAtOnce(busy, called: "queue 2")
        let behind = stage.operation("B, added after cancelAllOperations to a busy queue")
        stage.add(behind, to: busy, called: "queue 2")
        try await stage.letGo(executing)
        added.append(behind)

        if stage.can(.suspension) {
            let suspended = await stage.queue("queue 3", suspended: true)
            stage.add(stage.operation("the operation before"), to: suspended, called: "queue 3")
            stage.cancelAllAtOnce(suspended, called: "queue 3")
            let later = stage.operation("C, added after cancelAllOperations to a suspended queue")
            stage.add(later, to: suspended, called: "queue 3")
            await stage.setSuspended(false, suspended, called: "queue 3")
            added.append(later)
        }
        try await stage.expectAtRest(
            "all \(added.count) operations added after cancelAllOperations run",
            observed: { added.filter { !$0.ranWhole }.map(\.states).joined(separator: "; ") },
            { added.allSatisfy(\.ranWhole) })
    }

    static func cancelTwice<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let once = try await play(cancelling: 1, Stage(subject, probe))
        let twice = try await play(cancelling: 2, Stage(subject, probe))
        for (first, second) in zip(once, twice) where first != second {
            throw probe.violation(
                "each call of cancel() made twice changes nothing: \(first)",
                observed: "with two calls: \(second)")
        }
    }

    /// Plays a scenario with every `cancel()` called that often, and says what came of it, step by step.
    private static func play<Subject: ConformanceSubject>(
        cancelling times: Int, _ stage: Stage<Subject>
    ) async throws -> [String] {
        let isLimited = stage.can(.concurrencyLimit)
        let queue = await stage.queue(limit: isLimited ? 1 : nil)
        let executing = stage.held("A, cancelled while it executes,")
        let queued = stage.operation("B, cancelled while queued,")
        let early = stage.operation("C, cancelled before it was added,")
        let second = stage.operation("D, not cancelled,")
        let dependent = stage.operation("E, which depends on B and D,")
        // The one that executes is the last to be cancelled, lest the next gets its slot meanwhile.
        let cancelled = [early, queued, executing]
        let completions = cancelled.map { _ in RelaxedCounter() }
        if stage.can(.completionBlocks) {
            for (traced, count) in zip(cancelled, completions) {
                traced.operation.completionBlock = { count.increment() }
            }
        }
        if stage.can(.dependencies) { stage.make(dependent, dependOn: queued, second) }

        var steps: [String] = []
        func note(_ moment: String) async throws {
            try await stage.settle()
            let states = (cancelled + [dependent]).map(\.states)
            let completed = completions.map { "\($0.value)" }.joined(separator: ", ")
            steps += (states + ["the completion blocks ran \(completed) times"]).map { "\(moment), \($0)" }
        }
        // A queue without dependencies would run the dependent whenever it is added.
        stage.add([executing, queued] + (stage.can(.dependencies) ? [dependent] : []), to: queue)
        await stage.begin(of: executing)
        for _ in 0..<times { stage.cancel(cancelled) }
        stage.add(early, to: queue)
        if isLimited { try await note("with the slot taken") }
        try await stage.letGo(executing)
        try await note("with the slot free")
        if isLimited {
            // Two that can't both execute.
            let last = ["F", "G"].map { stage.held($0) }
            stage.add(last, to: queue)
            try await stage.settle()
            steps.append("of F and G, \(last.filter(\.hasBegun).count) execute at limit 1")
            for traced in last { try await stage.letGo(traced) }
        }
        stage.add(second, to: queue)
        try await note("at the end")
        return steps
    }
}
