internal import Operations

/// Cancelling what executes or has finished: 2.1, 2.2 and 2.9.
extension CancellationRules {
    static func cancelWhileExecuting<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        var executing = [stage.held("A, in a queue,"), stage.held("B, started by hand,")]
        if stage.can(.startOverrides) { executing.append(stage.overridden("C, whose start is replaced,")) }
        for (index, traced) in executing.enumerated() {
            if index == 1 {
                ScenarioThread.start { traced.operation.start() }
            } else {
                stage.add(traced, to: queue)
            }
            await stage.begin(of: traced)
            let wasExecuting = traced.operation.isExecuting
            stage.cancel(traced)
            try probe.expect(
                traced.operation.isCancelled, "\(traced.label) is cancelled when cancel() returns",
                observed: traced.states)
            try await stage.settle()
            try probe.expect(
                traced.operation.isExecuting == wasExecuting && !traced.operation.isFinished,
                "\(traced.label) goes on executing after cancel()",
                observed: "\(traced.states); before cancel() isExecuting was \(wasExecuting)")
            try await stage.letGo(traced)
            try await stage.expectRun(traced, expected: "\(traced.label) runs on to its end after cancel()")
        }
    }

    static func cancelAfterFinish<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let plain = stage.operation("A, run by a queue")
        let byHand = stage.operation("B, started by hand")
        let cancelled = stage.operation("C, cancelled before it was added")
        var finished = [plain, byHand, cancelled]
        let completions = RelaxedCounter()
        if stage.can(.completionBlocks) {
            for traced in finished { traced.operation.completionBlock = { completions.increment() } }
        }
        stage.cancel(cancelled)
        stage.add(plain, cancelled, to: queue)
        try await stage.start(byHand)
        if stage.can(.startOverrides) {
            let overridden = stage.overridden("D, whose start is replaced", endsAtOnce: true)
            stage.add(overridden, to: queue)
            finished.append(overridden)
        }
        try await stage.settle()
        let completed = completions.value
        for traced in finished where traced.operation.isFinished {
            let before = traced.states
            stage.cancel(traced)
            try probe.expect(
                traced.states == before, "after cancel() as before it: \(before)", observed: traced.states)
            try await stage.settle()
            try probe.expect(
                traced.states == before, "after cancel() as before it: \(before)",
                observed: "\(traced.states), as soon as nothing went on any more")
        }
        try probe.expect(
            completions.value == completed, "cancel() after finish runs no completion block",
            observed: "\(completions.value - completed) more ran")
        let last = stage.operation("E, added last")
        stage.add(last, to: queue)
        try await stage.expectRun(last, expected: "E runs, added after cancel() on what had finished")
    }

    static func cancelItself<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue(limit: stage.can(.concurrencyLimit) ? 1 : nil)
        for (label, isQueued) in [("A, in a queue,", true), ("B, started by hand,", false)] {
            let seen = RelaxedCounter()
            let reached = Latch("\(label) to go on after it cancelled itself")
            let traced = stage.operation(label) { operation in
                operation.cancel()
                if operation.isCancelled { seen.increment() }
                reached.open()
            }
            if isQueued {
                stage.add(traced, to: queue)
            } else {
                ScenarioThread.start { traced.operation.start() }
            }
            try await stage.expectAtRest(
                "cancel() inside the body of \(label) returns",
                observed: { "the body has not gone on; \(traced.states)" }, { reached.isOpen })
            try probe.expect(
                seen.value == 1, "\(label) sees isCancelled as soon as it has cancelled itself",
                observed: "isCancelled read false inside the body after cancel()")
            try await stage.expectRun(traced, expected: "\(label) runs to its end after it cancelled itself")
        }
        let next = stage.operation("C, added after A")
        stage.add(next, to: queue)
        try await stage.expectRun(next, expected: "C runs after A, which cancelled itself")
    }
}
