/// What a child process is asked to do: try one case of one rule on one queue.
public struct JudgeRequest: Hashable, Sendable {
    /// The rule to try.
    public let rule: RuleID
    /// Which of its ``Rule/cases``.
    public let caseName: String
    /// The name of the subject.
    public let queue: String

    /// What to try, and on what.
    public init(rule: RuleID, caseName: String, queue: String) {
        self.rule = rule
        self.caseName = caseName
        self.queue = queue
    }
}
