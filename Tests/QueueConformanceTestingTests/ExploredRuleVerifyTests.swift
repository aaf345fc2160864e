import FaultyQueues
import QueueConformanceTesting
import QueueSubjects
import Testing

/// A rule about a race as a test case, as somebody's package has it.
@Suite struct ExploredRuleVerifyTests {
    @Test(arguments: ExploredRules.applying(to: LockSubject()).filter { ["2.14", "9.5"].contains($0.id) })
    func keptRuleRecordsNoIssue(_ rule: ExploredRule) async throws { try await rule.verify(LockSubject()) }

    @Test func brokenRuleIsAnIssueWithTokenAndSeed() async throws {
        let race = try #require(Defect.races.first)
        let rule = try #require(
            ExploredRules.applying(to: LockSubject()).first { race.caughtBy.contains($0.id) })
        var plan = ExplorationPlan()
        (plan.schedules, plan.seed) = (2_000, 7)
        try await withKnownIssue {
            try await rule.verify(FaultySubject(defect: race), plan)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("v3:") && $0.rawValue.contains("seed 7") }
        }
    }

    /// A scenario that doesn't meet what it is about says nothing.
    @Test func unmetHazardIsNoPass() async throws {
        let rule = try #require(
            ExploredRules.applying(to: LockSubject()).first { !$0.coveragePoints.isEmpty })
        var plan = ExplorationPlan()
        (plan.strategy, plan.schedules) = (.exhaustive(preemptions: 0), 1)
        await #expect(throws: HarnessFailure.self) { try await rule.verify(LockSubject(), plan) }
    }
}
