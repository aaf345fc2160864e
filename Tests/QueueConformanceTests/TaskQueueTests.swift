import Operations
import QueueConformance
import QueueSubjects
import Testing

@testable import JudgeFixture

/// What family 13 makes of queues of closures that know nothing of this package.
@Suite struct TaskQueueTests {
    private static let family = RuleBook.all.filter { $0.queueKind == .tasks }

    /// A queue, and the numbers in family 13 of the rules that apply to it.
    struct Applicable: Sendable {
        let subject: any JudgedSubject
        let numbers: [Int]
    }

    @Test(arguments: [
        Applicable(subject: ActorTaskQueueSubject(), numbers: [2, 3, 4, 5, 7, 10, 13, 16]),
        Applicable(subject: SuspendingActorSubject(), numbers: [3, 7, 12, 16]),
        Applicable(subject: DispatchSerialSubject(), numbers: [1, 2, 3, 7, 9, 10, 11, 16, 17]),
        Applicable(subject: DispatchConcurrentSubject(), numbers: [3, 7, 9, 11, 16, 17]),
    ])
    func queueKeepsTheRulesThatApply(_ applicable: Applicable) async throws {
        let results = try await FixtureJudge.judge(Self.family, on: applicable.subject)
        let name = applicable.subject.name
        for result in results where applicable.numbers.contains(result.rule.number) {
            #expect(result.verdict == .passed, "\(result.rule) on \(name): \(result.verdict)")
        }
        for result in results where !applicable.numbers.contains(result.rule.number) {
            guard case .notApplicable(_?, let reason) = result.verdict else {
                Issue.record("\(result.rule) on \(name) is \(result.verdict)")
                continue
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test(arguments: [
        (ActorTaskQueue.Flaw.runsOutside, ["13.2", "13.4", "13.5", "13.10", "13.13"] as [RuleID]),
        (.cancelledIsZero, ["13.4", "13.13"]),
    ])
    func flawOfAnActorIsFound(flaw: ActorTaskQueue.Flaw, rules: [RuleID]) async throws {
        let results = try await FixtureJudge.judge(Self.family, on: ActorTaskQueueSubject(flaw: flaw))
        #expect(results.filter(\.verdict.isBroken).map(\.rule).contains(rules[0]))
        #expect(Set(results.filter(\.verdict.isBroken).map(\.rule)).isSubset(of: rules))
    }

    /// The rules about operations say of a queue of closures that they don't apply, and why.
    @Test func queueOfClosuresIsNotJudgedByOperations() async throws {
        let rules = RuleBook.all.filter { $0.queueKind == .operations }
        #expect(!rules.isEmpty)
        let results = try await FixtureJudge.judge(rules, on: ActorTaskQueueSubject())
        let expected = Verdict.notApplicable(.operations, reason: "it runs closures, not operations")
        #expect(results.allSatisfy { $0.verdict == expected })
    }
}
