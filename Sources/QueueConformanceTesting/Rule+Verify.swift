public import QueueConformance
public import Testing

extension Rule: CustomTestStringConvertible {
    /// The number and the sentence, which name the test case.
    public var testDescription: String { "\(id) \(sentence)" }
}

extension Rule {
    /// Judges a queue by this rule, and records an issue in the current test if it breaks the rule.
    ///
    /// Each case of the rule is judged in a process of its own: this test is started again for it alone. So a queue that
    /// traps or hangs is one failed case. Whatever the test does before this call, its children do for each of its test cases.
    /// A rule that is not applicable, or whose pass is borrowed, is a cancelled case with a warning that says why. A warning
    /// also says how the queue differs where it may, and what it does where the rule leaves that open.
    ///
    /// - Parameters:
    ///   - subject: The queue. In one test, each subject has a name of its own.
    ///   - expectations: The known deviations. A rule that is broken as expected is a known issue; one that isn't broken,
    ///     though it should be, is an issue.
    ///   - watchdog: How long a case may take, if its process neither ends nor sleeps.
    ///   - sourceLocation: Where issues are recorded.
    /// - Throws: ``HarnessFailure`` if the rule couldn't be judged, and what cancels the test case if the rule is not
    ///   applicable.
    public func verify(
        _ subject: some JudgedSubject, expectations: Expectations = .none,
        watchdog: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        if let request = TestChild.request {
            guard request.purpose == .judge else { return }
            let what = TestChild.judgement(request.what)
            guard what.rule == id, what.queue == subject.name else { return }
            await ChildJudge.judge(self, caseName: what.caseName, on: subject)
        }
        try TestChild.once(.judge, JudgeRequest(rule: id, caseName: "", queue: subject.name))
        let runner = ConformanceRunner(
            rules: [self], subjects: [subject], launcher: try TestLauncher(), jobs: 1, watchdog: watchdog)
        // None if the test was cancelled.
        guard let result = try await Slots.shared.withSlot({ try await runner.run() }).first else { return }
        try record(ConformanceReport.Entry(result, expectations: expectations), sourceLocation)
    }

    private func record(_ entry: ConformanceReport.Entry, _ sourceLocation: SourceLocation) throws {
        let comment = Comment(rawValue: Self.text(entry.result))
        func warn() { Issue.record(comment, severity: .warning, sourceLocation: sourceLocation) }
        switch entry.standing {
        case .kept: break
        case .differs, .recorded: warn()
        case .broken, .inconclusive: Issue.record(comment, sourceLocation: sourceLocation)
        case .expected(let reason):
            withKnownIssue(Comment(rawValue: reason), sourceLocation: sourceLocation) {
                Issue.record(comment, sourceLocation: sourceLocation)
            }
        case .unexpectedlyKept(let reason):
            Issue.record(
                "\(entry.result.queue) keeps rule \(id), and was expected not to: \(reason)",
                sourceLocation: sourceLocation)
        case .borrowed:
            let reason: Comment = "\(id) is borrowed: it tests the operation, which isn't the queue's own"
            Issue.record(reason, severity: .warning, sourceLocation: sourceLocation)
            try Test.cancel(reason, sourceLocation: sourceLocation)
        case .notApplicable:
            warn()
            try Test.cancel(comment, sourceLocation: sourceLocation)
        case .harnessError: throw HarnessFailure(description: "\(comment)")
        }
    }

    /// What was seen, and the last lines that the process wrote.
    private static func text(_ result: RuleResult) -> String {
        var text = "\(result.queue) \(result.verdict.word) by rule \(result.rule)"
        if !result.caseName.isEmpty { text += ", case \(result.caseName)" }
        text += ": \(result.sentence)\n\(result.verdict.reason)"
        switch result.verdict {
        case .failed(let violation) where !violation.history.events.isEmpty: text += "\n\(violation.history)"
        case .hung(_, let history, _) where !history.events.isEmpty: text += "\n\(history)"
        default: break
        }
        if result.verdict.isBroken, !result.output.isEmpty { text += "\nstandard error:\n\(result.output)" }
        return text
    }
}
