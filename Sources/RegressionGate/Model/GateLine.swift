public import BenchmarkStatistics
public import QueueBenchmarking

/// One comparison of head and base: a queue at a case in a metric, or a queue by a rule.
public struct GateLine: Hashable, Codable, Sendable {
    public let tier: GateTier
    public let subject: SubjectID
    /// What it was compared at, as in "empty limit=1;operations=5000;producers=1" or "rule 3.7".
    public let item: String
    /// What was compared, by its name in result files; "exponent" for how cost grows, "verdict" for a rule.
    public let metric: String
    public let verdict: GateVerdict
    /// Why that is the verdict, in a sentence.
    public let reason: String
    /// The median of what was measured on either variant.
    public var base: Double?
    public var head: Double?
    public var unit = ""
    /// How the head stands to the base.
    public var effect: GateEffect?
    /// How many blocks, each of processes of its own, have a value of either variant.
    public var blocks = 0
    /// The p-value, corrected for the number of comparisons; nil if nothing was tested.
    public var pValue: Double?
    /// What the control tells of the comparison; nil where there is none.
    public var control: GateControl?
    /// It is told, and decides nothing.
    public var isAdvisory = false
    /// Why this regression is allowed; nil if it isn't.
    public var allowance: String?

    /// As they stand in gate-report.json.
    private enum CodingKeys: String, CodingKey {
        case subject = "arm"
        case item = "subject"
        case tier, metric, verdict, reason, base, head, unit, effect, blocks, pValue, control, isAdvisory,
            allowance
    }

    public init(
        tier: GateTier, subject: SubjectID, item: String, metric: String, verdict: GateVerdict, reason: String
    ) {
        self.tier = tier
        self.subject = subject
        self.item = item
        self.metric = metric
        self.verdict = verdict
        self.reason = reason
    }

    /// What it adds to the verdict as a whole; nil if nothing.
    public var decisive: GateVerdict? {
        if isAdvisory { return nil }
        return allowance != nil && verdict == .regressed ? .passed : verdict
    }
}

/// How the head stands to the base: above zero it costs more.
public struct GateEffect: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Hashable, Sendable {
        /// The part by which it costs more: 0.05 for 5% more.
        case relative
        /// By how much it is more, in the unit of the values.
        case absolute
    }

    public let kind: Kind
    public let estimate: Estimate

    public init(_ kind: Kind, _ estimate: Estimate) {
        self.kind = kind
        self.estimate = estimate
    }
}

/// What the base, compared with itself in the same blocks, tells of a comparison.
public struct GateControl: Hashable, Codable, Sendable {
    /// What the rule says of it: whatever isn't ``GateVerdict/passed`` or inconclusive is a false alarm.
    public let verdict: GateVerdict
    public let effect: Estimate
    /// In how many of ``draws`` the rule called a difference where there is none.
    public let falseAlarms: Int
    /// How often the blocks were drawn anew.
    public let draws: Int
    /// The smallest effect that would have been found in four of five such runs.
    public let detectable: Double?

    /// Whether the rule called a difference between the base and itself.
    public var isFalseAlarm: Bool { verdict == .regressed || verdict == .improved }

    public init(
        verdict: GateVerdict, effect: Estimate, falseAlarms: Int, draws: Int, detectable: Double?
    ) {
        self.verdict = verdict
        self.effect = effect
        self.falseAlarms = falseAlarms
        self.draws = draws
        self.detectable = detectable
    }
}
