public import BenchmarkStatistics
public import QueueBenchmarking

/// One comparison of head and base: a queue at a case in a metric, or a queue by a rule.
public struct GateLine: Hashable, Codable, Sendable {
    public let tier: GateTier
    public let subject: SubjectID
    /// The case or the rule, as in "empty limit=1;operations=5000;producers=1" or "rule 3.7".
    public let item: String
    /// The metric by its name in result files; "exponent" for the growth of cost, "verdict" for a rule.
    public let metric: String
    public let verdict: GateVerdict
    /// The reason for the verdict, in a sentence.
    public let reason: String
    /// The median of the base.
    public var base: Double?
    public var head: Double?
    public var unit = ""
    /// The difference of the head from the base.
    public var effect: GateEffect?
    /// The number of blocks that have a value of either variant.
    public var blocks = 0
    /// The p-value, corrected for the number of comparisons; nil if there was no test.
    public var pValue: Double?
    /// The control of the comparison; nil if there is none.
    public var control: GateControl?
    /// Reported only; it does not affect the verdict.
    public var isAdvisory = false
    /// Why this regression is allowed; nil if it isn't.
    public var allowance: String?

    /// The keys of gate-report.json.
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

    /// Its contribution to the overall verdict; nil if it has none.
    public var decisive: GateVerdict? {
        if isAdvisory { return nil }
        return allowance != nil && verdict == .regressed ? .passed : verdict
    }
}

/// The difference of the head from the base: above zero the head costs more.
public struct GateEffect: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Hashable, Sendable {
        /// The relative difference: 0.05 for 5% more.
        case relative
        /// The absolute difference, in the unit of the values.
        case absolute
    }

    public let kind: Kind
    public let estimate: Estimate

    public init(_ kind: Kind, _ estimate: Estimate) {
        self.kind = kind
        self.estimate = estimate
    }
}

/// The comparison of the base with itself in the same blocks.
public struct GateControl: Hashable, Codable, Sendable {
    /// The verdict of the rule: anything but ``GateVerdict/passed`` or inconclusive is a false alarm.
    public let verdict: GateVerdict
    public let effect: Estimate
    /// The number of ``draws`` in which the rule found a difference where there is none.
    public let falseAlarms: Int
    /// How often the blocks were resampled.
    public let draws: Int
    /// The smallest effect that would have been found in four of five such gates.
    public let detectable: Double?

    /// Whether the rule found a difference between the base and itself.
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
