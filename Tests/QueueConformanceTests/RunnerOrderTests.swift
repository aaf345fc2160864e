import ChildProcesses
import ConcurrencyPrimitives
import Operations
import QueueSubjects
import TestSupport
import Testing

@testable import QueueConformance

/// How the runner picks, orders and isolates, with a launcher that starts nothing.
@Suite struct RunnerOrderTests {
    /// Answers with a verdict that the test gives, in an order that it gives.
    private struct FakeLauncher: ChildLauncher {
        let answer: @Sendable (JudgeRequest) async throws -> ChildOutcome

        func run(_ request: JudgeRequest, limit: Duration) async throws -> ChildOutcome {
            try await answer(request)
        }
    }

    private static let passed = ChildOutcome(
        end: .exited(0), messages: [.verdict(.passed)], standardError: "")

    private func rule(
        _ id: RuleID, needs: [QueueCapability] = [], cases: [String] = [""], takesSeconds: Bool = false
    ) -> Rule {
        Rule(id, "A rule.", sources: [.own], needs: needs, cases: cases, takesSeconds: takesSeconds) { _, _ in
            fatalError("Not in this process.")
        }
    }

    @Test func resultsComeInOrderWhateverTheOrderOfTheJobs() async throws {
        let last = Latch("the last job is judged")
        let launcher = FakeLauncher { request in
            // The first job ends after the last one.
            if request.rule == "1.1", request.queue == "lock" { await last.wait() }
            return Self.passed
        }
        let reported = Mutex<[String]>([])
        let judged = Mutex<[String]>([])
        let runner = ConformanceRunner(
            rules: [rule("1.1"), rule("1.2")], subjects: [LockSubject(), ActorSubject()], launcher: launcher,
            jobs: 2)
        let results = try await runner.run { result in
            judged.withLock { $0.append("\(result.rule) \(result.queue)") }
            if result.rule == "1.2", result.queue == "actor" { last.open() }
        } result: { result in
            reported.withLock { $0.append("\(result.rule) \(result.queue)") }
        }
        let inOrder = ["1.1 lock", "1.1 actor", "1.2 lock", "1.2 actor"]
        #expect(results.map { "\($0.rule) \($0.queue)" } == inOrder)
        #expect(reported.withLock { $0 } == inOrder)
        #expect(judged.withLock { $0.last } == "1.1 lock")
        #expect(judged.withLock { Set($0) } == Set(inOrder))
    }

    @Test func longRulesAreStartedFirstAndCasesOneByOne() async throws {
        let started = Mutex<[String]>([])
        let launcher = FakeLauncher { request in
            started.withLock { $0.append("\(request.rule) \(request.caseName)") }
            let verdict: Verdict = request.rule == "1.1" ? .inconclusive(reason: request.caseName) : .passed
            return ChildOutcome(end: .exited(0), messages: [.verdict(verdict)], standardError: "")
        }
        let rules = [
            rule("1.1", cases: ["a", "b"]), rule("1.2"), rule("1.3", cases: ["c", "d"], takesSeconds: true),
        ]
        let runner = ConformanceRunner(rules: rules, subjects: [LockSubject()], launcher: launcher, jobs: 1)
        let results = try await runner.run()
        #expect(started.withLock { $0 } == ["1.3 c", "1.3 d", "1.1 a", "1.1 b", "1.2 "])
        #expect(results.map(\.rule) == ["1.1", "1.2", "1.3"])
        // Of cases that are as bad, the first counts.
        #expect(results[0].verdict == .inconclusive(reason: "a") && results[0].caseName == "a")
    }

    @Test func longRulesLeavePlacesToOthers() {
        let rules = (1...6).map { rule(RuleID(1, $0), takesSeconds: $0 > 2) }
        let trials = rules.map { RuleTrial($0, on: .init(LockSubject())) }
        var cases = CaseQueue(trials, jobs: 4)
        let begun = (0..<4).compactMap { _ in cases.next() }
        #expect(begun.map(\.trial) == [2, 3, 4, 0])
        cases.end(begun[3])
        #expect(cases.next()?.trial == 1)
        // When there are no others, they take all places.
        #expect(cases.next()?.trial == 5 && cases.next() == nil)
        var others = CaseQueue(trials, jobs: 4)
        let long = (0..<3).compactMap { _ in others.next() }
        others.end(long[0])
        #expect(others.next()?.trial == 5)
    }

    @Test func runnerStaysWithinTheNumberOfJobs() async throws {
        let running = Atomic<Int>(0)
        let tooMany = Atomic<Int>(0)
        let launcher = FakeLauncher { _ in
            if running.adding(1) > 1 { tooMany.store(1) }
            await Task.yield()
            running.adding(-1)
            return Self.passed
        }
        let runner = ConformanceRunner(
            rules: (1...20).map { rule(RuleID(1, $0)) }, subjects: [LockSubject()], launcher: launcher,
            jobs: 1)
        #expect(try await runner.run().count == 20)
        #expect(tooMany.load() == 0)
    }

    @Test func inapplicableRulesAreNotRun() async throws {
        let launcher = FakeLauncher { request in
            Issue.record("\(request.rule) was tried.")
            return Self.passed
        }
        let runner = ConformanceRunner(
            rules: [rule("1.1", needs: [.priorities])], subjects: [InlineSubject()], launcher: launcher)
        let result = try #require(try await runner.run().first)
        guard case .notApplicable(.priorities, let reason) = result.verdict else {
            Issue.record("The verdict is \(result.verdict).")
            return
        }
        #expect(!reason.isEmpty)
        #expect(result.milliseconds == nil)
    }

    @Test func cancelledRunReturnsItsResults() async throws {
        let begun = Latch("the second job has begun")
        let ended = Latch("the second job may end")
        let launcher = FakeLauncher { request in
            if request.rule == "1.2" {
                begun.open()
                await ended.wait()
                throw CancellationError()
            }
            return Self.passed
        }
        let runner = ConformanceRunner(
            rules: [rule("1.1"), rule("1.2"), rule("1.3")], subjects: [LockSubject()], launcher: launcher,
            jobs: 1)
        let run = Task { try await runner.run() }
        await begun.wait()
        run.cancel()
        ended.open()
        #expect(try await run.value.map(\.rule) == ["1.1"])
    }

    @Test func onlySafeRulesRunInProcessWithoutALauncher() async throws {
        let here = Rule("1.1", "A rule.", sources: [.own]) { _, probe in
            try probe.expect(true, "a pass", observed: "none")
        }
        let elsewhere = Rule("1.2", "A rule.", sources: [.own], isolation: .ownProcess) { _, _ in
            fatalError("Not in this process.")
        }
        let never = Rule("1.3", "A rule.", sources: [.own]) { _, probe in
            await probe.open(Latch("never"))
        }
        func judge(_ rules: Rule..., watchdog: Duration = .hangGuard) async throws -> [Verdict] {
            let runner = ConformanceRunner(
                rules: rules, subjects: [LockSubject()], launcher: nil, watchdog: watchdog)
            return try await runner.run().map(\.verdict)
        }
        let verdicts = try await judge(here, elsewhere)
        #expect(verdicts[0] == .passed)
        #expect(
            verdicts[1]
                == .inconclusive(
                    reason: "needs a process of its own, and no way to start one was given"))
        // Begun early enough to wait when the watchdog comes, on a machine however busy.
        var reasons: [String] = []
        for seconds in [0.05, 5, 500] where !reasons.contains(where: { $0.hasSuffix(" to open") }) {
            reasons += try await judge(never, watchdog: .seconds(seconds)).map(\.reason)
            #expect(reasons.last?.hasPrefix("the watchdog ended the check after \(seconds) seconds") == true)
        }
        #expect(reasons.last?.hasSuffix(" seconds, waiting for the latch 'never' to open") == true)
    }

    @Test func messageIsOneLine() throws {
        for message in [
            ChildMessage.verdict(.crashed(signal: 4, output: "two\nlines")),
            .misuseIsNext(stopMessages: ["a"]),
        ] {
            let line = try message.line()
            #expect(!line.contains(UInt8(ascii: "\n")))
            #expect(try ChildMessage(line: line) == message)
        }
        // As a program says it that was built before there were any.
        #expect(
            try ChildMessage(line: Array(#"{"misuseIsNext":{}}"#.utf8)) == .misuseIsNext(stopMessages: nil))
        #expect(throws: DecodingError.self) { try ChildMessage(line: Array("hello".utf8)) }
    }

    @Test func requestRoundTripsThroughArguments() throws {
        for caseName in ["", "limit -2", "-2", "a=b"] {
            let request = JudgeRequest(rule: "3.10", caseName: caseName, queue: "lock")
            #expect(try JudgeRequest(arguments: request.arguments) == request)
        }
        for arguments in [
            [], ["--rule", "3.1"], ["--rule", "x", "--queue", "lock"], ["--rule"], ["lock", "3.1"],
        ] {
            #expect(throws: JudgeRequest.BadArguments.self) { try JudgeRequest(arguments: arguments) }
        }
    }
}
