/// The evidence that a rule was broken.
public struct Violation: Error, Hashable, Codable, Sendable {
    /// The rule that was broken.
    public let rule: RuleID
    /// The rule, as it reads in RULES.md.
    public let sentence: String
    /// What the rule asks for in this scenario.
    public let expected: String
    /// What was there instead.
    public let observed: String
    /// What happened up to that point.
    public let history: History

    /// The evidence; ``Probe/violation(_:observed:)`` makes it within a check.
    public init(rule: RuleID, sentence: String, expected: String, observed: String, history: History) {
        self.rule = rule
        self.sentence = sentence
        self.expected = expected
        self.observed = observed
        self.history = history
    }
}

extension Violation: CustomStringConvertible {
    public var description: String {
        """
        rule \(rule) broken: \(sentence)
          expected: \(expected)
          observed: \(observed)
        """
    }
}
