private import ConcurrencyPrimitives
import Operations

/// What becomes of a completion block, and what may be done in one.
extension WaitingRules {
    static let completionIsLetGoRule = Rule(
        "9.6",
        "`completionBlock` reads nil, and what it captured is released, once it has run, or if it is set after the end.",
        sources: [.documentation, .own], testedCode: .operation, needs: [.completionBlocks, .lifeCycle],
        isolation: .ownProcess
    ) { try await completionIsLetGo($0, $1) }

    private static func completionIsLetGo<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let end = CompletionEnd(scenario: scenario)
            let cases = try end.cases()
            for each in cases {
                end.complete(each)
                scenario.add(each.member, to: queue)
            }
            _ = try await probe.holdsWhenQuiescent { cases.allSatisfy(\.ended.isOpen) }
            // That each runs is rule 9.5.
            let ran = cases.filter(\.ended.isOpen)
            if ran.isEmpty { throw Undecided("no completion block has run") }
            let readable = ran.filter { $0.member.operation.completionBlock != nil }
            try probe.expect(
                readable.isEmpty,
                "completionBlock of \(ran.map(\.member).labels()) to read nil once it has run",
                observed: "that of \(readable.map(\.member).labels()) was still there")
            let kept = ran.filter(\.captured.isAlive)
            try probe.expect(
                kept.isEmpty,
                "what the completion blocks of \(ran.map(\.member).labels()) captured to be released",
                observed: "what that of \(kept.map(\.member).labels()) captured still lived")
            // One that comes too late never runs, and is let go of at once.
            let late = ran.map { CompletionEnd<Subject>.Case($0.member) }
            for each in late { end.complete(each) }
            try await probe.settle()
            let stored = late.filter { $0.member.operation.completionBlock != nil || $0.captured.isAlive }
            try probe.expect(
                stored.isEmpty,
                "a completion block that is set once \(late.map(\.member).labels()) have finished to be let go of",
                observed: "that of \(stored.map(\.member).labels()) was kept")
        }
    }

    static let completionWhileWaitingRule = Rule(
        unspecified: "9.7", "Whether completion blocks have run before waiting for the queue returns.",
        needs: [.completionBlocks], isolation: .ownProcess
    ) { try await completionWhileWaiting($0, $1) }

    private static func completionWhileWaiting<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws -> String {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let a = scenario.operation("A")
            let (began, mayEnd) = (
                Latch("the completion block to begin"), scenario.latch("the completion block")
            )
            a.operation.completionBlock = {
                began.open()
                mayEnd.waitBlocking()
            }
            scenario.add(a, to: queue)
            let returned = Latch("the end of the wait")
            startTask {
                await queue.waitUntilAllOperationsAreFinished()
                returned.open()
            }
            guard try await probe.holdsWhenQuiescent({ began.isOpen }) else {
                throw Undecided("no completion block has run")
            }
            return returned.isOpen
                ? "waiting for the queue returns while a completion block runs"
                : "waiting for the queue does not return while a completion block runs"
        }
    }

    static let waitingInCompletionRule = Rule(
        "9.8",
        "Waiting for an operation, or its queue, inside the operation's completion block does not deadlock.",
        sources: [.tests], testedCode: .operation, needs: [.completionBlocks, .lifeCycle],
        isolation: .ownProcess
    ) { try await waitingInCompletion($0, $1) }

    private static func waitingInCompletion<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await expectReturn(subject, probe, "waitUntilFinished() of its operation") { operation, _ in
            operation?.waitUntilFinished()
        }
        try await expectReturn(subject, probe, "waiting for its queue") { _, queue in
            let isEmpty = Latch("the queue is empty")
            startTask {
                await queue.waitUntilAllOperationsAreFinished()
                isEmpty.open()
            }
            isEmpty.waitBlocking()
        }
    }

    /// Throws a violation if `wait`, made in completion blocks, doesn't return.
    private static func expectReturn<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe, _ call: String,
        _ wait: @escaping @Sendable (Subject.Operation?, Subject.Queue) -> Void
    ) async throws {
        let hasLimit = subject.claims(.concurrencyLimit)
        for limit in hasLimit ? [1, -1] : [nil] as [Int?] {
            try await RuleScenario.run(subject, probe, part: limit.map { "limit \($0)" } ?? "") { scenario in
                let queue = await scenario.queue(limit: limit)
                let end = CompletionEnd(scenario: scenario)
                let cases = try end.cases()
                for each in cases {
                    end.complete(each) { wait($0, queue) }
                    scenario.add(each.member, to: queue)
                }
                // That each runs is rule 9.5.
                func stuck() -> [CompletionEnd<Subject>.Case] {
                    cases.filter { $0.began.isOpen && !$0.ended.isOpen }
                }
                try probe.expect(
                    try await probe.holdsWhenQuiescent { stuck().isEmpty },
                    "\(call) to return in the completion blocks of \(cases.map(\.member).labels())",
                    observed: "it had not returned in that of \(stuck().map(\.member).labels())")
                guard cases.contains(where: \.ended.isOpen) else {
                    throw Undecided("no completion block has run")
                }
            }
        }
    }
}
