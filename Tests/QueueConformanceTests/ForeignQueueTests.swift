import Operations
import QueueConformance
import TestSupport
import Testing

@testable import JudgeFixture

/// What the suite makes of queues that know nothing of this package, and of what their adapters claim.
@Suite struct ForeignQueueTests {
    /// The rules that a serial queue of closures is judged by; it claims nothing, and so none else is applicable.
    private static let judged: Set<RuleID> = [
        "1.16", "5.1", "6.8", "6.15", "8.7", "8.8", "8.10", "8.11", "8.12", "8.13", "9.2",
        "9.3", "10.7",
    ]

    @Test func serialQueueOfClosuresIsJudgedByOrderAndByNoOverlap() async throws {
        let results = try await FixtureJudge.judge(RuleBook.all, on: ClosureQueueSubject())
        #expect(results.count == RuleBook.all.count)
        for result in results {
            if Self.judged.contains(result.rule) {
                #expect(result.verdict == .passed, "\(result.rule)")
                continue
            }
            guard case .notApplicable(_, let reason) = result.verdict else {
                Issue.record("\(result.rule) is \(result.verdict).")
                continue
            }
            #expect(!reason.isEmpty, "\(result.rule)")
        }
    }

    /// The control: what a queue without any order keeps, says nothing about order. The operations do the rest.
    @Test func controlKeepsWhatABagOfTasksKeeps() async throws {
        let report = ConformanceReport(try await FixtureJudge.judge(RuleBook.all, on: BagSubject()))
        func rules(_ standing: ConformanceReport.Standing) -> Set<RuleID> {
            Set(report.entries.filter { $0.standing == standing }.map(\.result.rule))
        }
        #expect(rules(.kept) == ["1.16", "8.7", "8.8", "8.10", "8.11", "8.12", "8.13", "9.2", "9.3", "10.7"])
        #expect(rules(.borrowed).isSuperset(of: ["1.2", "1.5", "2.4", "9.1", "9.5"]))
        #expect(
            rules(.borrowed).allSatisfy { id in
                RuleBook.all.contains { $0.id == id && $0.testedCode == .operation }
            })
        #expect(report.entries.allSatisfy { $0.standing != .inconclusive && $0.standing != .harnessError })
    }

    /// A scenario that needs a second operation at a time hangs on a serial queue, so each such rule has to say so.
    @Test func serialQueueThatCanDoAllElseBreaksNoRule() async throws {
        let results = try await FixtureJudge.judge(RuleBook.all, on: SerialLockSubject())
        for result in results where result.verdict.isBroken {
            // Where a queue may differ, this one does as the queue with other limits.
            #expect(result.level == .optional, "\(result.rule): \(result.verdict)")
        }
        let notApplicable = results.compactMap { result in
            if case .notApplicable(let capability?, _) = result.verdict { capability } else { nil }
        }
        #expect(Set(notApplicable) == [.concurrencyLimit, .overlap, .underlyingQueue, .tasks])
    }

    @Test(arguments: [
        (ClosureQueue.Flaw.runsTwo, "6.8" as RuleID), (.lastInFirstOut, "5.1"),
    ])
    func flawOfASerialQueueIsFound(flaw: ClosureQueue.Flaw, rule: RuleID) async throws {
        let rules = RuleBook.all.filter { $0.id == rule }
        let results = try await FixtureJudge.judge(rules, on: ClosureQueueSubject(flaw: flaw))
        #expect(results.map(\.verdict.isBroken) == [true], "\(results.map(\.verdict))")
    }

    /// The call that never returned is named, though the check waits for nothing else.
    @Test func callThatNeverReturnsIsNamed() async throws {
        let rules = RuleBook.all.filter { $0.id == "9.3" }
        let results = try await FixtureJudge.judge(rules, on: ClosureQueueSubject(flaw: .addingBlocks))
        guard case .hung(let waitingFor, _, _) = results[0].verdict else {
            Issue.record("The verdict is \(results[0].verdict).")
            return
        }
        #expect(waitingFor == ["queue.addOperation(A) to return"])
    }

    @Test func callsThatHaveNotReturnedAreInTheHistory() {
        func event(_ time: UInt64, _ kind: History.Event.Kind, _ call: String, _ actor: String)
            -> History.Event
        {
            .init(time: time, kind: kind, subject: call, actor: actor)
        }
        let history = History([
            event(1, .called, "f()", "a"), event(2, .called, "f()", "b"), event(3, .returned, "f()", "a"),
            event(4, .called, "g()", "a"), event(5, .started, "A", "thread 1"),
            event(6, .returned, "g()", "a"),
            event(7, .called, "h()", "a"),
        ])
        #expect(history.unreturned == ["f()", "h()"])
    }

    /// Of what it doesn't claim the evidence says nothing.
    @Test func evidenceNamesOnlyOperationsThatWereAdded() async throws {
        let results = try await FixtureJudge.judge(
            RuleBook.all.filter { $0.id == "7.1" }, on: DeafClosureQueueSubject())
        guard case .failed(let violation) = results[0].verdict else {
            Issue.record("The verdict is \(results[0].verdict).")
            return
        }
        #expect(violation.expected.hasPrefix("'added while suspended', "), "\(violation.expected)")
        #expect(!violation.expected.contains("dependent"))
    }

    /// Of family 12 a queue may claim a part; by that it is judged, and by nothing else.
    @Test func queueIsJudgedByWhatItClaimsOfFamily12() async throws {
        let family = RuleBook.all.filter { $0.id.family == 12 }
        let results = try await FixtureJudge.judge(family, on: ObservingSubject())
        let passed = results.filter { $0.verdict == .passed }.map(\.rule)
        #expect(passed == ["12.5", "12.24", "12.25"])
        #expect(results.allSatisfy { $0.verdict == .passed || $0.verdict.word == "not applicable" })
        let flawed = try await FixtureJudge.judge(family, on: ObservingSubject(tellsStartOfCancelled: true))
        #expect(flawed.filter(\.verdict.isBroken).map(\.rule) == ["12.5"])
    }

    /// A queue that sleeps before it goes on looks quiescent; one that says for how long is looked at for longer.
    @Test func queueWithATimerIsJudgedOnceItsTimeIsOver() async throws {
        let rules = RuleBook.all.filter { ["5.1", "8.7"].contains($0.id) }
        let results = try await FixtureJudge.judge(rules, on: TimedClosureQueueSubject())
        #expect(results.map(\.verdict) == [.passed, .passed])
    }

    /// What a subject claims is what its types meet, less what it says that it lacks.
    @Test func claimsFollowFromTheProtocolsMet() {
        struct Withdrawing: FixedWidthSubject {
            let name = "withdrawing"
            let summary = "a queue that may be suspended sometimes"
            let fixedWidth = 2
            let lacks = [QueueCapability.suspension: "not today"]
            func makeQueue() -> DeafClosureQueue { DeafClosureQueue() }
        }
        let claims = Withdrawing().claims
        #expect(claims.supported == [.fixedWidth, .operations])
        #expect(claims.missing[.suspension] == "not today")
        #expect(claims.missing[.oneAtATime] == "its width is fixed: it runs 2 at a time")
        #expect(ClosureQueueSubject().claims.supported == [.fixedWidth, .oneAtATime, .operations])
    }

    /// A check has to judge a queue that claims no more than the rule needs; without anything to judge by it says so.
    @Test func everyRuleJudgesAQueueThatClaimsWhatItNeeds() async throws {
        let queue = ConformanceRunner.JudgedQueue(name: NeedsOnlySubject.queueName, capabilities: .init())
        let results = try await ConformanceRunner(
            rules: RuleBook.all, queues: [queue], launcher: try FixtureJudge.launcher(),
            watchdog: .hangGuard
        ).run()
        for result in results {
            switch result.verdict {
            case .passed, .recorded: break
            // What only a sanitizer sees, and what one of several capabilities is enough for.
            case .notApplicable: #expect(["1.17", "3.12", "6.11"].contains(result.rule))
            default: #expect(result.level == .optional, "\(result.rule): \(result.verdict)")
            }
        }
    }
}
