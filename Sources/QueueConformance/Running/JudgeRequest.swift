/// What a child process is asked to do: try one case of one rule on one queue.
public struct JudgeRequest: Hashable, Sendable {
    public let rule: RuleID
    public let caseName: String
    public let queue: String

    public init(rule: RuleID, caseName: String, queue: String) {
        self.rule = rule
        self.caseName = caseName
        self.queue = queue
    }
}
