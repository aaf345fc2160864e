import Operations
import QueueConformance
import Testing

/// For which kind of queue a queue is complete.
@Suite struct QueueProfileTests {
    private let profile: QueueProfile

    init() throws { profile = try #require(QueueProfile.all.first { $0.name == "serial-task-queue" }) }

    /// A report of a queue that keeps all rules but those of `verdicts`.
    private func report(_ rules: [Rule], _ verdicts: [RuleID: Verdict] = [:], borrowing: RuleID? = nil)
        -> ConformanceReport
    {
        ConformanceReport(
            rules.map {
                RuleResult(
                    rule: $0, queue: "queue", verdict: verdicts[$0.id] ?? .passed,
                    isBorrowed: $0.id == borrowing)
            })
    }

    @Test func profilesHaveRulesAndNames() {
        #expect(Set(QueueProfile.all.map(\.name)).count == QueueProfile.all.count)
        for profile in QueueProfile.all {
            #expect(!profile.rules.isEmpty)
            let kinds = Set(profile.rules.map(\.queueKind))
            #expect(kinds == [profile.capabilities.contains(.tasks) ? .tasks : .operations])
        }
        #expect(profile.rules.map(\.id) == ["13.1", "13.2", "13.3", "13.7", "13.10", "13.16"])
    }

    @Test func queueThatKeepsAllRulesIsComplete() {
        #expect(profile.standing(of: "queue", in: report(RuleBook.all)) == .complete(borrowed: []))
        let borrowing = report(RuleBook.all, borrowing: "13.3")
        #expect(profile.standing(of: "queue", in: borrowing) == .complete(borrowed: ["13.3"]))
    }

    @Test func brokenRuleIsNamed() {
        let report = report(
            RuleBook.all, ["13.2": .inconclusive(reason: ""), "13.4": .inconclusive(reason: "")])
        #expect(profile.standing(of: "queue", in: report) == .incomplete(["13.2"]))
    }

    @Test func nothingIsSaidOfWhatIsNotClaimedOrNotJudged() {
        let unclaimed = report(RuleBook.all, ["13.1": .notApplicable(.taskOrder, reason: "no order")])
        #expect(profile.standing(of: "queue", in: unclaimed) == nil)
        #expect(profile.standing(of: "queue", in: report(Array(RuleBook.all.dropLast(3)))) == nil)
        #expect(profile.standing(of: "another", in: report(RuleBook.all)) == nil)
    }
}
