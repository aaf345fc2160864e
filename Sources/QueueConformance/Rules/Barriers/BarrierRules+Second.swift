import Operations

/// What a second barrier waits for: 11.11.
extension BarrierRules {
    /// A cancelled barrier leaves the queue before the one in front of it, if the queue lists its barriers.
    private static func cancelledSecond<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        guard scenario.claims(.enumeration), scenario.claims(.cancellation) else { return }
        let queue = await scenario.queue()
        let first = try scenario.addBarrier("the first barrier", to: queue)
        try await scenario.expectStart(of: [first], "in an idle queue")
        let second = try scenario.addBarrier("the second barrier", to: queue)
        second.release()
        let listed = try await queue.enumerable.operations
        guard listed.count == 2 else { return first.release() }
        scenario.recorder.call("the second barrier.cancel()") { listed[1].cancel() }
        let after = scenario.operation("B")
        scenario.add(after, to: queue)
        try await scenario.expectNoStart(of: [after], "while the first barrier executes")
        first.release()
        try await scenario.expectRun(of: [after], "after the first barrier, the second being cancelled")
    }

    /// A cancelled barrier holds nothing back any more, and what stood behind it may run and end. The barrier behind that waits for
    /// what was added before the cancelled one all the same.
    private static func cancelledFirst<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>
    ) async throws {
        guard scenario.claims(.enumeration), scenario.claims(.cancellation) else { return }
        let queue = await scenario.queue()
        let (before, between, after) = (scenario.held("A"), scenario.operation("B"), scenario.operation("C"))
        scenario.add(before, to: queue)
        try await scenario.expectStart(of: [before], "before any barrier")
        let first = try scenario.addBarrier("the first barrier", to: queue)
        first.release()
        let listed = try await queue.enumerable.operations
        guard listed.count == 2 else { return before.release() }
        scenario.add(between, to: queue)
        let second = try scenario.addBarrier("the second barrier", to: queue)
        scenario.add(after, to: queue)
        scenario.recorder.call("the first barrier.cancel()") { listed[1].cancel() }
        // Whether B waits for A then is open.
        try await scenario.expectNoStart(
            of: [second], "while A executes, which was added before both, the first being cancelled")
        try await scenario.expectNoStart(of: [after], "before the second barrier has finished")
        before.release()
        try await scenario.expectRun(of: [between], "after A, the first barrier being cancelled")
        try await scenario.expectStart(of: [second], "after A and B")
        try await scenario.expectNoStart(of: [after], "while the second barrier executes")
        second.release()
        try await scenario.expectRun(of: [after], "after the second barrier")
    }

    static let secondRule = Rule(
        "11.11",
        "A second barrier, added while an operation from before the first still runs, waits for it as the first did.",
        level: .claimed, sources: [.own], needs: [.barriers, .overlap], isolation: .ownProcess
    ) { try await second($0, $1) }

    private static func second<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "the second cancelled") {
            try await cancelledSecond($0)
        }
        try await RuleScenario.run(subject, probe, part: "the first of two cancelled") {
            try await cancelledFirst($0)
        }
        for isCancelled in [false, true] {
            let part = isCancelled ? "the first cancelled" : ""
            if isCancelled && !subject.claims(.cancelAll) { continue }
            try await RuleScenario.run(subject, probe, part: part) { scenario in
                let queue = await scenario.queue()
                let (before, after) = (scenario.held("A"), scenario.operation("B"))
                scenario.add(before, to: queue)
                try await scenario.expectStart(of: [before], "before any barrier")
                let first = try scenario.addBarrier("the first barrier", to: queue)
                try await scenario.expectNoStart(of: [first], "while A executes")
                // Some queues cancel a barrier by this, and some spare it (rule 11.10).
                if isCancelled { await scenario.cancelAll(queue) }
                let second = try scenario.addBarrier("the second barrier", to: queue)
                scenario.add(after, to: queue)
                try await scenario.expectNoStart(
                    of: isCancelled ? [second] : [first, second],
                    "while A executes, which was added before both")
                try await scenario.expectNoStart(of: [after], "before the barriers have finished")
                before.release()
                if !isCancelled {
                    try await scenario.expectStart(of: [first], "after A")
                    try await scenario.expectNoStart(of: [second], "while the first barrier executes")
                }
                first.release()
                try await scenario.expectStart(of: [second], "after A and the first barrier")
                try await scenario.expectNoStart(of: [after], "while the second barrier executes")
                second.release()
                try await scenario.expectRun(of: [after], "after both barriers")
            }
        }
    }
}
