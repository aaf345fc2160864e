private import ConcurrencyPrimitives
internal import Operations

/// Bodies that throw, and bodies that suspend: 1.20 and 1.21.
extension LifeCycleRules {
    static let thrownErrorIsKeptRule = Rule(
        "1.20",
        """
        An error thrown by a result or async operation's body finishes the operation and is kept with it; \
        the queue goes on. (`main()` itself does not throw.)
        """, level: .claimed, sources: [.own, .articles], testedCode: .operation,
        needs: [.lifeCycle, .asyncResults],
        isolation: .ownProcess
    ) { try await thrownErrorIsKept($0, $1) }

    private static func thrownErrorIsKept<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        typealias Operation = Subject.Queue.Operation
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(limit: scenario.claims(.concurrencyLimit) ? 1 : nil)

            /// An operation that throws the error of that number, and what reads as kept.
            func throwing(_ number: Int, isAsync: Bool) throws -> (Operation, kept: () -> (any Error)?) {
                if isAsync {
                    let made = try subject.makeThrowingAsyncOperation {
                        await Task.yield()
                        throw ThrownByBody(number: number)
                    }
                    return (made.operation, made.kept)
                }
                let made = try subject.makeResultOperation { throw ThrownByBody(number: number) }
                return (made.operation, { if case .failure(let error) = made.kept() { error } else { nil } })
            }
            for (index, isAsync) in [false, true].enumerated() {
                let kind =
                    isAsync ? "an async operation whose body throws" : "a result operation whose body throws"
                let (queued, errorOfQueued) = try throwing(2 * index + 1, isAsync: isAsync)
                let (byHand, errorOfByHand) = try throwing(2 * index + 2, isAsync: isAsync)
                let next = scenario.operation("B, added after \(kind),")
                var others = [next]
                if scenario.claims(.dependencies) {
                    let dependent = scenario.operation("C, which depends on \(kind),")
                    dependent.operation.addDependency(queued)
                    others.append(dependent)
                }
                let recorder = probe.recorder()
                recorder.call("addOperation(\(kind))") { queue.addOperation(queued) }
                scenario.add(others, to: queue)
                try await probe.onThread("start() of \(kind) to return") { byHand.start() }
                try await scenario.probe.settle()
                for (operation, kept, number, setting) in [
                    (queued, errorOfQueued, 2 * index + 1, "in a queue"),
                    (byHand, errorOfByHand, 2 * index + 2, "started by hand"),
                ] {
                    try await scenario.probe.expectWhenQuiescent(
                        "\(kind), \(setting), finishes",
                        observed:
                            "isExecuting is \(operation.isExecuting), isFinished \(operation.isFinished)",
                        { operation.isFinished })
                    let error = kept()
                    try probe.expect(
                        error as? ThrownByBody == ThrownByBody(number: number),
                        "\(kind), \(setting), keeps that error",
                        observed: error.map { "it keeps \($0)" } ?? "it keeps none")
                }
                try await scenario.expectCompletion(of: others, "whatever that one threw")
            }
            // Each keeps its own: what threw nothing has nothing.
            let quiet = try subject.makeThrowingAsyncOperation {}
            queue.addOperation(quiet.operation)
            try await scenario.probe.settle()
            try probe.expect(
                quiet.kept() == nil, "an async operation whose body throws nothing keeps no error",
                observed: "it keeps \(quiet.kept().map { "\($0)" } ?? "none")")
        }
    }

    static let asyncExecutesToItsEndRule = Rule(
        "1.21",
        """
        An operation over an async closure is executing until the closure returns, across suspensions.
        """, level: .claimed, sources: [.own], testedCode: .operation, needs: [.lifeCycle, .asyncBodies],
        isolation: .ownProcess
    ) { try await asyncExecutesToItsEnd($0, $1) }

    private static func asyncExecutesToItsEnd<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            for (label, isQueued) in [("A, in a queue,", true), ("B, started by hand,", false)] {
                let pauses = (1...2).map { number in
                    (
                        began: Latch("pause \(number) of \(label) to begin"),
                        mayEnd: scenario.latch("pause \(number) of \(label) may end")
                    )
                }
                let inside = RelaxedCounter()
                let hasReturned = RelaxedCounter()
                let operation = try subject.makeAsyncOperation { operation in
                    func look() {
                        if operation.isExecuting && !operation.isFinished { inside.increment() }
                    }
                    for pause in pauses {
                        look()
                        await Task.yield()
                        pause.began.open()
                        await pause.mayEnd.wait()
                    }
                    look()
                    hasReturned.set(1)
                }
                try probe.expect(
                    operation.isAsynchronous || !subject.keepsDetails,
                    "\(label) to be asynchronous, since its body goes on when its start has returned",
                    observed: "isAsynchronous is false")
                let recorder = probe.recorder()
                if isQueued {
                    recorder.call("addOperation(\(label))") { queue.addOperation(operation) }
                } else {
                    SystemThread.start { recorder.call("\(label) start()") { operation.start() } }
                }
                for pause in pauses {
                    await probe.open(pause.began)
                    // When the process is quiescent, `start` has returned, and the body is suspended.
                    try await scenario.probe.settle()
                    try probe.expect(
                        operation.isExecuting && !operation.isFinished,
                        "\(label) is executing and not finished while its body is suspended",
                        observed:
                            "isExecuting is \(operation.isExecuting), isFinished \(operation.isFinished)")
                    pause.mayEnd.open()
                }
                try await scenario.probe.expectWhenQuiescent(
                    "\(label) finishes when its body has returned",
                    observed: "isFinished is false; the body has returned \(hasReturned.value) times",
                    { operation.isFinished && hasReturned.value == 1 })
                try probe.expect(
                    inside.value == 3,
                    "\(label) is executing and not finished inside its body, after each suspension",
                    observed: "that read false at \(3 - inside.value) of 3 looks")
            }
        }
    }
}
