import ChildProcesses
import ConcurrencyPrimitives
import LinuxPlatform
import QueueSubjects
import TestSupport
import Testing

@testable import QueueConformance

/// What the runner makes of children that behave in every way there is, with real processes.
@Suite struct ConformanceRunnerTests {
    @Test func passingRuleHasTheVerdictPassed() async throws {
        let result = try await judge("99.1", .ownProcess)
        #expect(result.verdict == .passed)
        #expect(result.queue == "lock")
        #expect(try #require(result.milliseconds) > 0)
    }

    @Test func violationArrivesWholeFromTheChild() async throws {
        let result = try await judge("99.2")
        guard case .failed(let violation) = result.verdict else {
            Issue.record("The verdict is \(result.verdict).")
            return
        }
        #expect(violation.rule == "99.2")
        #expect(violation.expected == "something, \"quoted\"\nand broken")
        #expect(violation.history.events.map(\.kind) == [.called, .returned])
    }

    @Test func hangIsFoundByQuiescence() async throws {
        let result = try await judge("99.3")
        guard case .hung(let waitingFor, let history, let period) = result.verdict else {
            Issue.record("The verdict is \(result.verdict).")
            return
        }
        #expect(waitingFor == ["the latch 'never' to open"])
        #expect(history.events.map(\.subject) == ["a"])
        // Half as long again as a check itself may wait.
        #expect(period == .milliseconds(2_400) && result.verdict.reason.hasSuffix(" 2.4 s"))
    }

    @Test func crashIsAVerdict() async throws {
        let result = try await judge("99.4")
        #expect(result.verdict == .crashed(signal: 11, output: "about to be killed"))
    }

    @Test func expectedTrapIsAPass() async throws {
        let result = try await judge("99.5", .trap)
        #expect(result.verdict == .passed)
        #expect(result.output.contains("rule 99.5 broken: a good reason"))
    }

    /// A crash at the misuse shows nothing, unless the subject says that its queue stops so.
    @Test(arguments: [RuleID(99, 22), RuleID(99, 23)])
    func trapWithAnotherMessageIsAViolation(id: RuleID) async throws {
        let verdict = try await judge(id, .trap).verdict
        #expect(
            verdict.reason.hasPrefix(
                "expected a stop with an error that says what was wrong; observed a crash by"))
        let declared = try await judge(id, .trap, queue: "declares").verdict
        #expect((declared == .passed) == (id == "99.23"), "\(declared)")
    }

    @Test func trapElsewhereIsACrash() async throws {
        let result = try await judge("99.6", .trap)
        guard case .crashed(_, let output) = result.verdict else {
            Issue.record("The verdict is \(result.verdict).")
            return
        }
        #expect(output.contains("before the call that has to stop"))
    }

    @Test func missingTrapIsAViolation() async throws {
        let result = try await judge("99.7", .trap)
        #expect(
            result.verdict.reason == """
                expected operation.start() stops with an error; observed it returned, and nothing stopped
                """)
    }

    @Test(arguments: [false, true])
    func watchdogEndsAChildThatIsNeverQuiescent(forks: Bool) async throws {
        // On a busy machine it may not get to spin.
        let launcher = SubprocessLauncher(
            executable: try OwnExecutable.path(beside: "JudgeFixture"), arguments: [], forks: forks,
            patience: 1,
            load: { _ in nil })
        let runner = ConformanceRunner(
            rules: [rule("99.8")], subjects: [LockSubject()], launcher: launcher, watchdog: .milliseconds(300)
        )
        let result = try #require(try await runner.run().first)
        guard case .hung(let waitingFor, _, nil) = result.verdict else {
            Issue.record("The verdict is \(result.verdict).")
            return
        }
        #expect(waitingFor.count == 1)
        #expect(waitingFor[0].contains("watchdog"))
    }

    /// A process that gets no processor has more time, and then nothing is said of it; one that sleeps isn't kept waiting.
    @Test(
        arguments: [
            (
                starved: 3, "inconclusive",
                "the watchdog ended the process after 0.15 seconds, most of which it"
            ),
            (
                starved: 1, "hung",
                "the check, which was still at work when the watchdog ended its process after 0.1 s"
            ),
        ], [false, true])
    func starvedChildIsNotCalledHung(
        _ expected: (starved: Int, word: String, reason: String), forks: Bool
    ) async throws {
        let (starved, word, reason) = expected
        let samples = Mutex<[Int: Int]>([:])
        let launcher = SubprocessLauncher(
            executable: try OwnExecutable.path(beside: "JudgeFixture"), arguments: [], forks: forks,
            patience: 3
        ) { process in
            // The first sample is what it had got before.
            let sample = samples.withLock { samples in
                samples[process, default: 0] += 1
                return samples[process]!
            }
            return ProcessLoad(ran: .zero, waited: sample <= starved + 1 ? .seconds(sample) : .zero)
        }
        let runner = ConformanceRunner(
            rules: [rule("99.21")], subjects: [LockSubject()], launcher: launcher,
            watchdog: .milliseconds(50))
        let verdict = try #require(try await runner.run().first).verdict
        #expect(verdict.word == word)
        #expect(verdict.reason.contains(reason), "\(verdict.reason)")
    }

    @Test func starvedChildIsInconclusive() throws {
        let minute = Duration.seconds(60)
        #expect(ProcessLoad(ran: .seconds(1), waited: .seconds(50)).isStarved(in: minute))
        #expect(!ProcessLoad(ran: .seconds(1), waited: .seconds(1)).isStarved(in: minute))
        #expect(!ProcessLoad(ran: .seconds(30), waited: .seconds(50)).isStarved(in: minute))
        let own = try #require(ProcessLoad(ofProcess: Int(getpid())))
        #expect(own.ran > .zero)
        #expect(ProcessLoad(ofProcess: .max) == nil)
    }

    @Test func outputOfASubjectIsNoVerdict() async throws {
        let result = try await judge("99.9")
        #expect(result.verdict == .passed)
        #expect(result.output.hasPrefix("a line of a subject that says a lot"))
    }

    @Test func sanitizerReportAfterAPassIsAnError() async throws {
        let result = try await judge("99.10")
        #expect(
            result.verdict
                == .harnessError(
                    "the check passed, and its process then ended with status 23: a leak was found"))
    }

    @Test func worstVerdictOfAllCasesCounts() async throws {
        let result = try await judge("99.11", cases: ["bad", "crash", "good"])
        #expect(result.caseName == "crash")
        #expect(result.verdict == .crashed(signal: 7, output: ""))
    }

    @Test func unspecifiedBehaviourIsRecorded() async throws {
        #expect(try await judge("99.12", level: .unspecified).verdict == .recorded("it is so"))
        let nothing = try await judge("99.13", level: .unspecified)
        #expect(nothing.verdict.word == "harness error")
        // Crashing is something that a queue does.
        let crash = try await judge("99.16", level: .unspecified)
        #expect(crash.verdict == .recorded("ended by signal 11"))
    }

    @Test func checkThatExpectsNothingIsAnError() async throws {
        #expect(
            try await judge("99.24", .ownProcess).verdict
                == .harnessError("the check came to its end and has expected nothing"))
    }

    @Test func undecidableCheckIsInconclusive() async throws {
        #expect(try await judge("99.14").verdict == .inconclusive(reason: "nobody knows"))
        let lacking = try await judge("99.15", level: .unspecified)
        #expect(lacking.verdict == .inconclusive(reason: "expected a start; observed none"))
        let overdue = try await judge("99.17", level: .unspecified, watchdog: .milliseconds(300))
        #expect(overdue.verdict.word == "inconclusive")
        #expect(overdue.verdict.reason.contains("watchdog"))
    }

    @Test func ruleThatNeedsASanitizerIsNotApplicableWithoutIt() async throws {
        let verdict = try await judge("99.20").verdict
        #expect(verdict == .notApplicable(nil, reason: "only others see it"))
        #expect(verdict.reason == "only others see it" && !verdict.isBroken)
    }

    @Test func unstartableProgramIsAnError() async throws {
        let launcher = SubprocessLauncher(executable: "/nonexistent/oplab", arguments: [])
        let runner = ConformanceRunner(
            rules: [rule("99.1")], subjects: [LockSubject()], launcher: launcher, watchdog: .hangGuard)
        let results = try await runner.run()
        guard case .harnessError(let message) = results[0].verdict else {
            Issue.record("The verdict is \(results[0].verdict).")
            return
        }
        #expect(message.hasPrefix("the process for the check could not be run"))
    }

    /// As when the process of the tests is killed. The rule's check goes on for ever.
    @Test(arguments: [("", "1"), ("set -m; ", "137")])
    func childThatNobodyReadsEndsWithItsGroup(groups: String, status: String) async throws {
        let line = groups + "\"$0\" --rule 99.17 --queue lock | true; echo ${PIPESTATUS[0]}"
        let program = ChildProgram(
            "/bin/bash", ["-c", line, try OwnExecutable.path(beside: "JudgeFixture")])
        let result = try await program.run { child in
            try await child.watched(by: Watchdog(limit: .hangGuard)) { try await child.allOutput() }
        }
        #expect(String(decoding: result.value, as: UTF8.self) == status + "\n")
    }

    private func judge(
        _ id: RuleID, _ isolation: Rule.Isolation = .anywhere, level: Rule.Level = .required,
        cases: [String] = [""], watchdog: Duration = .hangGuard, queue: String = "lock"
    ) async throws -> RuleResult {
        let rules = [rule(id, isolation, level: level, cases: cases)]
        let capabilities = LockSubject().claims
        func judged(forks: Bool) async throws -> RuleResult {
            let runner = ConformanceRunner(
                rules: rules, queues: [.init(name: queue, capabilities: capabilities)],
                launcher: try FixtureJudge.launcher(forks: forks), watchdog: watchdog)
            return try #require(try await runner.run().first)
        }
        let (forked, started) = (try await judged(forks: true), try await judged(forks: false))
        #expect(forked.verdict.word == started.verdict.word)
        // A watchdog waits longer where there is no processor.
        let isOverdue = started.verdict.reason.contains("watchdog")
        #expect(isOverdue || forked.verdict.reason == started.verdict.reason)
        #expect(forked.output == started.output && forked.caseName == started.caseName)
        return forked
    }

    /// The runner's side of a rule whose check runs in the fixture.
    private func rule(
        _ id: RuleID, _ isolation: Rule.Isolation = .anywhere, level: Rule.Level = .required,
        cases: [String] = [""]
    ) -> Rule {
        Rule(
            id, "A rule of the fixture.", level: level, sources: [.own], isolation: isolation, cases: cases
        ) { _, _ in
            fatalError("This check belongs into a process of its own.")
        }
    }
}
