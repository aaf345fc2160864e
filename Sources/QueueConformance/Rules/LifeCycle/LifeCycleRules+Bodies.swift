private import ConcurrencyPrimitives
internal import Operations

/// Bodies that throw, and bodies that suspend: 1.20 and 1.21.
extension LifeCycleRules {
    static func thrownErrorIsKept<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        typealias Operation = Subject.Queue.Operation
        let stage = Stage(subject, probe)
        let queue = await stage.queue(limit: stage.can(.concurrencyLimit) ? 1 : nil)

        /// An operation that throws the error of that number, and what reads as kept.
        func throwing(_ number: Int, isAsync: Bool) -> (Operation, kept: () -> (any Error)?) {
            if isAsync {
                let made = subject.makeThrowingAsyncOperation {
                    await Task.yield()
                    throw ThrownByBody(number: number)
                }
                return (made.operation, made.kept)
            }
            let made = subject.makeResultOperation { throw ThrownByBody(number: number) }
            return (made.operation, { if case .failure(let error) = made.kept() { error } else { nil } })
        }
        for (index, isAsync) in [false, true].enumerated() {
            let kind =
                isAsync ? "an async operation whose body throws" : "a result operation whose body throws"
            let (queued, errorOfQueued) = throwing(2 * index + 1, isAsync: isAsync)
            let (byHand, errorOfByHand) = throwing(2 * index + 2, isAsync: isAsync)
            let next = stage.operation("B, added after \(kind),")
            var others = [next]
            if stage.can(.dependencies) {
                let dependent = stage.operation("C, which depends on \(kind),")
                dependent.operation.addDependency(queued)
                others.append(dependent)
            }
            let lane = probe.lane()
            lane.call("addOperation(\(kind))") { queue.addOperation(queued) }
            stage.add(others, to: queue)
            try await probe.onThread("start() of \(kind) to return") { byHand.start() }
            try await stage.settle()
            for (operation, kept, number, place) in [
                (queued, errorOfQueued, 2 * index + 1, "in a queue"),
                (byHand, errorOfByHand, 2 * index + 2, "started by hand"),
            ] {
                try await stage.expectAtRest(
                    "\(kind), \(place), finishes",
                    observed: {
                        "isExecuting is \(operation.isExecuting), isFinished \(operation.isFinished)"
                    },
                    { operation.isFinished })
                let error = kept()
                try probe.expect(
                    error as? ThrownByBody == ThrownByBody(number: number),
                    "\(kind), \(place), keeps that error",
                    observed: error.map { "it keeps \($0)" } ?? "it keeps none")
            }
            try await stage.expectAtRest(
                "what is added after \(kind) runs",
                observed: { others.filter { !$0.ranWhole }.map(\.states).joined(separator: "; ") },
                { others.allSatisfy(\.ranWhole) })
        }
        // Each keeps its own: what threw nothing has nothing.
        let quiet = subject.makeThrowingAsyncOperation {}
        queue.addOperation(quiet.operation)
        try await stage.settle()
        try probe.expect(
            quiet.kept() == nil, "an async operation whose body throws nothing keeps no error",
            observed: "it keeps \(quiet.kept().map { "\($0)" } ?? "none")")
    }

    static func asyncExecutesToItsEnd<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        for (label, isQueued) in [("A, in a queue,", true), ("B, started by hand,", false)] {
            let pauses = (1...2).map { OperationGate(label: "pause \($0) of \(label)") }
            let inside = RelaxedCounter()
            let hasReturned = RelaxedCounter()
            let operation = subject.makeAsyncOperation { operation in
                func look() {
                    if operation.isExecuting && !operation.isFinished { inside.increment() }
                }
                for pause in pauses {
                    look()
                    await Task.yield()
                    pause.began.open()
                    await pause.release.wait()
                }
                look()
                hasReturned.set(1)
            }
            let lane = probe.lane()
            if isQueued {
                lane.call("addOperation(\(label))") { queue.addOperation(operation) }
            } else {
                ScenarioThread.start { lane.call("\(label) start()") { operation.start() } }
            }
            for pause in pauses {
                await probe.open(pause.began)
                // When all is at rest `start` has returned, and the body is suspended.
                try await stage.settle()
                try probe.expect(
                    operation.isExecuting && !operation.isFinished,
                    "\(label) is executing and not finished while its body is suspended",
                    observed: "isExecuting is \(operation.isExecuting), isFinished \(operation.isFinished)")
                pause.release.open()
            }
            try await stage.expectAtRest(
                "\(label) finishes when its body has returned",
                observed: { "isFinished is false; the body has returned \(hasReturned.value) times" },
                { operation.isFinished && hasReturned.value == 1 })
            try probe.expect(
                inside.value == 3,
                "\(label) is executing and not finished inside its body, after each suspension",
                observed: "that read false at \(3 - inside.value) of 3 looks")
        }
    }
}
