internal import CPlatform
internal import Operations

/// New operations, and starting by hand: 1.1 and 1.6 to 1.10.
extension LifeCycleRules {
    static func newOperation<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        var made = [stage.operation("A")]
        // Whether an operation with a replaced start is asynchronous, its author says.
        if stage.can(.startOverrides) { made.append(stage.overridden("an A with a replaced start")) }
        for (index, traced) in made.enumerated() {
            let new = traced.operation
            let states = [
                ("ready", new.isReady), ("not executing", !new.isExecuting),
                ("not finished", !new.isFinished),
                ("not cancelled", !new.isCancelled), ("not asynchronous", index > 0 || !new.isAsynchronous),
                ("without dependencies", new.dependencies.isEmpty),
                ("of normal priority (0)", new.queuePriority.rawValue == 0),
            ]
            for (state, holds) in states where !holds {
                throw probe.violation(
                    "\(traced.label), just made, is \(state)",
                    observed: """
                        \(traced.states); isAsynchronous is \(new.isAsynchronous), it has \
                        \(new.dependencies.count) dependencies and priority \(new.queuePriority.rawValue)
                        """)
            }
        }
    }

    static func startRunsMain<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let thread = RelaxedCounter()
        let a = stage.operation("A") { _ in thread.set(Int(oplab_thread_id())) }
        let (caller, ends) = try await probe.onThread("A.start() to return") {
            a.operation.start()
            return (Int(oplab_thread_id()), a.trace.finishCount)
        }
        try probe.expect(
            ends == 1, "A, in no queue, has run its body once when A.start() returns",
            observed: "the body had come to its end \(ends) times when A.start() returned")
        try probe.expect(
            thread.value == caller, "the body of A runs on the thread that calls A.start(), number \(caller)",
            observed: "it ran on thread \(thread.value)")
    }

    static func startWhenCancelled<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let a = stage.operation("A")
        stage.cancel(a)
        try await stage.start(a)
        try probe.expect(
            a.operation.isFinished, "A, cancelled and in no queue, is finished when A.start() returns",
            observed: a.states)
        try await stage.expectNoStart(of: a, expected: "A, cancelled before A.start(), never runs its body")
    }

    static func startWhenFinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let byHand = stage.operation("A, run by hand")
        let byQueue = stage.operation("B, run by a queue")
        var finished = [byHand, byQueue]
        if stage.can(.cancellation) { finished.append(stage.operation("C, cancelled, run by hand")) }
        let completions = finished.map { _ in RelaxedCounter() }
        if stage.can(.completionBlocks) {
            for (traced, count) in zip(finished, completions) {
                traced.operation.completionBlock = { count.increment() }
            }
        }
        try await stage.start(byHand)
        let queue = await stage.queue()
        stage.add(byQueue, to: queue)
        for cancelled in finished.dropFirst(2) {
            stage.cancel(cancelled)
            try await stage.start(cancelled)
        }
        try await stage.settle()
        // What hasn't finished is another rule's business, and starting it would be misuse.
        for (traced, count) in zip(finished, completions) where traced.operation.isFinished {
            let before = traced.states
            let completed = count.value
            try await stage.start(traced)
            try await stage.settle()
            try probe.expect(
                traced.states == before, "\(before), the same after start() as before it",
                observed: traced.states)
            try probe.expect(
                count.value == completed, "start() on \(traced.label), finished, does nothing",
                observed:
                    "its completion block, run \(completed) times before, had then run \(count.value) times")
        }
    }

    static func startWhenExecuting<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        // In no queue: starting by hand what a queue holds is a matter of rule 1.11.
        let a = stage.held("A")
        defer { a.gate.release.open() }
        ScenarioThread.start { a.operation.start() }
        await stage.begin(of: a)
        try await probe.mustStop("A.start() while A is executing") { a.operation.start() }
    }

    static func startWhenNotReady<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let a = stage.operation("A")
        let b = stage.operation("B")
        stage.make(a, dependOn: b)
        try await probe.mustStop("A.start() while its dependency B has not finished") { a.operation.start() }
    }
}
