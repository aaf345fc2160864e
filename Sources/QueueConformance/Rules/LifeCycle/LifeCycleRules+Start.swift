internal import CPlatform
internal import ConcurrencyPrimitives
internal import Operations

/// New operations, and starting by hand: 1.1 and 1.6 to 1.10.
extension LifeCycleRules {
    static let newOperationRule = Rule(
        "1.1",
        """
        A new operation is ready, not executing, not finished, not cancelled, not asynchronous, has no \
        dependencies and normal priority.
        """, sources: [.tests], testedCode: .operation, needs: [.lifeCycle]
    ) { try await newOperation($0, $1) }

    private static func newOperation<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            var made = [scenario.operation("A")]
            // Whether an operation with a replaced start is asynchronous, its author says.
            if scenario.claims(.startOverrides) {
                made.append(try scenario.overridden("an A with a replaced start"))
            }
            for (index, member) in made.enumerated() {
                let new = member.operation
                let states = [
                    ("ready", new.isReady), ("not executing", !new.isExecuting),
                    ("not finished", !new.isFinished),
                    ("not cancelled", !new.isCancelled),
                    ("not asynchronous", index > 0 || !new.isAsynchronous),
                    ("without dependencies", new.dependencies.isEmpty),
                    ("of normal priority (0)", new.queuePriority.rawValue == 0),
                ]
                for (state, holds) in states {
                    try probe.expect(
                        holds, "\(member.label), just made, is \(state)",
                        observed: """
                            \(member.state); isAsynchronous is \(new.isAsynchronous), it has \
                            \(new.dependencies.count) dependencies and priority \(new.queuePriority.rawValue)
                            """)
                }
            }
        }
    }

    static let startRunsMainRule = Rule(
        "1.6", "`start()` outside a queue runs `main` on the calling thread before it returns.",
        sources: [.documentation, .articles], testedCode: .operation, needs: [.lifeCycle]
    ) { try await startRunsMain($0, $1) }

    private static func startRunsMain<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let thread = RelaxedCounter()
            let a = scenario.operation("A") { _ in thread.set(Int(oplab_thread_id())) }
            let (caller, ends) = try await probe.onThread("A.start() to return") {
                a.operation.start()
                return (Int(oplab_thread_id()), a.trace.finishCount)
            }
            try probe.expect(
                ends == 1, "A, in no queue, has run its body once when A.start() returns",
                observed: "the body had come to its end \(ends) times when A.start() returned")
            try probe.expect(
                thread.value == caller,
                "the body of A runs on the thread that calls A.start(), number \(caller)",
                observed: "it ran on thread \(thread.value)")
        }
    }

    static let startWhenCancelledRule = Rule(
        "1.7", "`start()` on a cancelled operation finishes it without running `main`.",
        sources: [.documentation, .articles], testedCode: .operation, needs: [.lifeCycle, .cancellation],
        isolation: .ownProcess
    ) { try await startWhenCancelled($0, $1) }

    private static func startWhenCancelled<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let a = scenario.operation("A")
            scenario.cancel(a)
            try await scenario.start(a)
            try probe.expect(
                a.operation.isFinished, "A, cancelled and in no queue, is finished when A.start() returns",
                observed: a.state)
            try await scenario.expectNoStart(of: [a], "its body, as it was cancelled before A.start()")
        }
    }

    static let startWhenFinishedRule = Rule(
        "1.8", "`start()` on a finished operation does nothing.", sources: [.documentation],
        testedCode: .operation,
        needs: [.lifeCycle], isolation: .ownProcess
    ) { try await startWhenFinished($0, $1) }

    private static func startWhenFinished<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let byHand = scenario.operation("A, run by hand")
            let byQueue = scenario.operation("B, run by a queue")
            var finished = [byHand, byQueue]
            if scenario.claims(.cancellation) {
                finished.append(scenario.operation("C, cancelled, run by hand"))
            }
            let completions = finished.map { _ in RelaxedCounter() }
            if scenario.claims(.completionBlocks) {
                for (member, count) in zip(finished, completions) {
                    member.operation.completionBlock = { count.increment() }
                }
            }
            try await scenario.start(byHand)
            let queue = await scenario.queue()
            scenario.add(byQueue, to: queue)
            for cancelled in finished.dropFirst(2) {
                scenario.cancel(cancelled)
                try await scenario.start(cancelled)
            }
            try await scenario.probe.settle()
            // What hasn't finished is another rule's business, and starting it would be misuse.
            for (member, count) in zip(finished, completions) where member.operation.isFinished {
                let before = member.state
                let completed = count.value
                try await scenario.start(member)
                try await scenario.probe.settle()
                try probe.expect(
                    member.state == before, "\(before), the same after start() as before it",
                    observed: member.state)
                try probe.expect(
                    count.value == completed, "start() on \(member.label), finished, does nothing",
                    observed:
                        "its completion block, run \(completed) times before, had then run \(count.value) times"
                )
            }
        }
    }

    static let startWhenExecutingRule = Rule(
        "1.9", "`start()` on an executing operation stops with an error.", sources: [.documentation],
        testedCode: .operation,
        needs: [.lifeCycle, .misuseDetection], isolation: .trap, cases: Starter.allCases.map(\.rawValue)
    ) { try await startWhenExecuting($0, $1) }

    /// Who has started the operation that executes.
    private enum Starter: String, CaseIterable {
        case hand = "by hand"
        case queue = "by a queue"
    }

    private static func startWhenExecuting<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let starter: Starter = probe.caseValue()
            let a = scenario.held("A")
            switch starter {
            case .hand: SystemThread.start { a.operation.start() }
            case .queue: scenario.add(a, to: await scenario.queue())
            }
            await scenario.started(a)
            try await probe.mustStop("A.start() while A, started \(starter.rawValue), is executing") {
                a.operation.start()
            }
        }
    }

    static let startWhenNotReadyRule = Rule(
        "1.10", "`start()` on an operation that is not ready stops with an error.",
        sources: [.documentation], testedCode: .operation,
        needs: [.lifeCycle, .dependencies, .misuseDetection], isolation: .trap
    ) { try await startWhenNotReady($0, $1) }

    private static func startWhenNotReady<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let a = scenario.operation("A")
            let b = scenario.operation("B")
            scenario.depend(a, on: b)
            try await probe.mustStop("A.start() while its dependency B has not finished") {
                a.operation.start()
            }
        }
    }
}
