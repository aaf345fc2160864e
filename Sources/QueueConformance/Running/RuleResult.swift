/// What came out of one rule on one queue, and what it took.
public struct RuleResult: Hashable, Codable, Sendable {
    /// The rule that was judged.
    public let rule: RuleID
    /// The rule, as it reads in RULES.md.
    public let sentence: String
    /// How binding the rule is.
    public let level: Rule.Level
    /// The name of the subject.
    public let queue: String
    /// What came out: the worst of the rule's cases.
    public let verdict: Verdict
    /// Whether the rule tests an operation that isn't the queue's own, so that a pass says nothing of the queue.
    public let isBorrowed: Bool
    /// The case of the rule that decided, if the rule has several; else "".
    public let caseName: String
    /// The wall-clock time of all cases, from the start of a process to its end; nil if nothing was tried.
    public let milliseconds: Double?
    /// The end of what the process of the deciding case wrote to its standard error. Present for a pass, too:
    /// a rule that asks for a trap is passed by a process that says why it stopped.
    public let output: String

    /// What came out of `rule` on the queue of this name.
    public init(
        rule: Rule, queue: String, verdict: Verdict, isBorrowed: Bool = false, caseName: String = "",
        milliseconds: Double? = nil, output: String = ""
    ) {
        self.rule = rule.id
        sentence = rule.sentence
        level = rule.level
        self.queue = queue
        self.verdict = verdict
        self.isBorrowed = isBorrowed
        self.caseName = caseName
        self.milliseconds = milliseconds
        self.output = output
    }
}
