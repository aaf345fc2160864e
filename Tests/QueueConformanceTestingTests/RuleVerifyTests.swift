import FaultyQueues
import Operations
import QueueConformanceTesting
import QueueSubjects
import Testing

/// A rule as a test case, as somebody's package has it.
@Suite struct RuleVerifyTests {
    /// One rule of each isolation, and one that is not required.
    @Test(
        arguments: ConformanceRules.applying(to: LockSubject()).filter {
            ["1.2", "3.1", "7.1", "8.1"].contains($0.id)
        })
    func keptRuleRecordsNoIssue(_ rule: Rule) async throws { try await rule.verify(LockSubject()) }

    @Test(
        arguments: [
            ("announcedFinishKeepsExecuting", "1.2", "failed by rule 1.2"),
            ("announcedFinishNeverReturns", "1.13", "hung by rule 1.13"),
            ("releasesRecursively", "3.13", "crashed by rule 3.13"),
        ] as [(String, RuleID, String)])
    func brokenRuleIsAnIssue(defect: String, rule: RuleID, text: String) async throws {
        let subject = FaultySubject(defect: Defect(rawValue: defect))
        let rule = try #require(ConformanceRules.all.first { $0.id == rule })
        try await withKnownIssue {
            try await rule.verify(subject)
        } matching: { issue in
            issue.comments.contains {
                $0.rawValue.contains(text) && $0.rawValue.contains(rule.sentence)
                    && !$0.rawValue.contains("Test run started")
            }
        }
    }

    @Test func oneTestMayVerifySeveralRules() async throws {
        for rule in ConformanceRules.all where ["1.2", "3.1"].contains(rule.id) {
            try await rule.verify(LockSubject())
        }
    }

    /// The child could not tell them apart.
    @Test func secondSubjectOfOneNameIsRefused() async throws {
        let rule = try #require(ConformanceRules.all.first { $0.id == "1.2" })
        try await rule.verify(LockSubject())
        await #expect(throws: HarnessFailure.self) { try await rule.verify(LockSubject()) }
    }

    @Test func fileOfExpectationsNamesThePlaceOfAnError() {
        let error = #expect(throws: HarnessFailure.self) {
            try Expectations(contentsOfFile: "/nosuch/file.txt")
        }
        #expect(error?.description.hasPrefix("/nosuch/file.txt: ") == true)
    }

    @Test func caseIsNamedByNumberAndSentence() throws {
        let rule = try #require(ConformanceRules.all.first { $0.id == "1.2" })
        #expect(rule.testDescription == "1.2 \(rule.sentence)")
    }

    @Test func applyingRulesNeedWhatIsClaimed() {
        let rules = ConformanceRules.applying(to: ActorSubject())
        #expect(rules.count < ConformanceRules.all.count)
        #expect(!rules.contains { $0.needs.contains(.underlyingQueue) })
    }
}
