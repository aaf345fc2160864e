internal import ConcurrencyPrimitives
internal import Operations

/// Family 11: what an operation keeps of its work.
enum ResultRules {
    static let all = [resultOrErrorRule]

    static let resultOrErrorRule = Rule(
        "11.9",
        "A result operation's `result` is an error before finish, when cancelled, and when the body threw.",
        level: .claimed, sources: [.own, .documentation], testedCode: .operation,
        needs: [.lifeCycle, .results],
        isolation: .ownProcess
    ) { try await resultOrError($0, $1) }

    private static func resultOrError<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            func expectError(
                _ kept: Result<Int, any Error>, _ label: String, _ reason: ResultUnavailable?
            ) throws {
                let (value, error) = { () -> (Int?, (any Error)?) in
                    switch kept {
                    case .success(let value): (value, nil)
                    case .failure(let error): (nil, error)
                    }
                }()
                try probe.expect(
                    value == nil, "the result of \(label) is an error", observed: "it is \(value ?? 0)")
                // What other projects' operations say is theirs.
                guard let reason, let unavailable = error as? ResultUnavailable else { return }
                try probe.expect(
                    unavailable == reason, "the error of \(label) says: \(reason)",
                    observed: "it says: \(unavailable)")
            }

            let began = Latch("the body of A to begin")
            let mayEnd = Latch("the body of A may end")
            let whole = try subject.makeResultOperation {
                began.open()
                mayEnd.waitBlocking()
                return 42
            }
            try expectError(whole.kept(), "A, just made,", .notFinished)
            queue.addOperation(whole.operation)
            await probe.open(began)
            try expectError(whole.kept(), "A, which executes,", .notFinished)
            mayEnd.open()
            try await scenario.probe.settle()
            if whole.operation.isFinished {
                let kept = whole.kept()
                guard case .success(42) = kept else {
                    throw probe.violation(
                        "the result of A, which finished, is what its body returned, 42",
                        observed: "it is \(kept)")
                }
            }

            let throwing = try subject.makeResultOperation { throw ThrownByBody(number: 1) }
            queue.addOperation(throwing.operation)
            try await scenario.probe.settle()
            try expectError(throwing.kept(), "B, whose body threw,", nil)
            if scenario.claims(.cancellation) { try await cancelResults(scenario, queue, expectError) }
        }
    }

    /// Cancelled before it ran, and as it ran: in both cases nobody wants the result any more.
    private static func cancelResults<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ queue: Subject.Queue,
        _ expectError: (Result<Int, any Error>, String, ResultUnavailable?) throws -> Void
    ) async throws {
        let early = try scenario.subject.makeResultOperation { 1 }
        early.operation.cancel()
        try expectError(early.kept(), "C, cancelled and in no queue,", .notFinished)
        queue.addOperation(early.operation)
        try await scenario.probe.settle()
        // Whether and when what was cancelled ends is a matter of rule 2.3.
        try expectError(
            early.kept(), "C, cancelled before it was added,", early.operation.isFinished ? .cancelled : nil)

        let began = Latch("the body of D to begin")
        let mayEnd = Latch("the body of D may end")
        let late = try scenario.subject.makeResultOperation {
            began.open()
            mayEnd.waitBlocking()
            return 2
        }
        queue.addOperation(late.operation)
        await scenario.probe.open(began)
        late.operation.cancel()
        try expectError(late.kept(), "D, cancelled as it runs,", .notFinished)
        mayEnd.open()
        try await scenario.probe.settle()
        // Whether a cancel reaches what executes, and is remembered, are matters of rules 2.1 and 2.4.
        if late.operation.isCancelled {
            try expectError(
                late.kept(), "D, cancelled as it ran,", late.operation.isFinished ? .cancelled : nil)
        }
    }
}
