/// What a trial, or a whole experiment, has shown.
public struct Conclusion: Hashable, Codable, Sendable {
    /// How a conclusion relates to the rules.
    public enum Standing: String, Codable, CaseIterable, Sendable {
        /// The run shows it, and no rule contradicts it.
        case shown
        /// The run doesn't show it.
        case inconclusive
        /// The run shows what a rule forbids.
        case contradicted
        /// The queue lacks a capability that the trial needs.
        case notApplicable
    }

    /// How the conclusion relates to the rules.
    public let standing: Standing
    /// In words, without a full stop.
    public let sentence: String

    /// A conclusion with its sentence.
    public init(_ standing: Standing, _ sentence: String) {
        self.standing = standing
        self.sentence = sentence
    }

    /// The run doesn't show it, for `reason`.
    static func inconclusive(_ reason: String) -> Conclusion {
        Conclusion(.inconclusive, "inconclusive: \(reason)")
    }
}
