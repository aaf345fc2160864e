public import BenchmarkStatistics
public import QueueBenchmarking

/// What the gate found.
public struct GateReport: Hashable, Codable, Sendable {
    /// A comparison that wasn't made.
    public struct Skip: Hashable, Codable, Sendable {
        public let subject: SubjectID
        public let item: String
        public let reason: String

        /// As they stand in gate-report.json.
        private enum CodingKeys: String, CodingKey {
            case subject = "arm"
            case item = "subject"
            case reason
        }
    }

    /// How the anchor's time stood between the variants, in the blocks of one comparison.
    public struct AnchorLine: Hashable, Codable, Sendable {
        public let tier: GateTier
        public let subject: SubjectID
        public let item: String
        /// The part by which the head's was more.
        public let effect: Estimate
        public let hasMoved: Bool

        private enum CodingKeys: String, CodingKey {
            case subject = "arm"
            case item = "subject"
            case tier, effect, hasMoved
        }
    }

    /// How often a gate such as this calls a difference where there is none: with the blocks of base and control of this
    /// very run drawn anew, whether any comparison of processor time alarmed.
    public struct FalseAlarms: Hashable, Codable, Sendable {
        public let count: Int
        public let draws: Int
        /// Where the rate lies, 95% (Clopper and Pearson).
        public let interval: BinomialInterval
    }

    /// The versions of the rules that the variants judge by; nil where a variant judges none, or doesn't say.
    public struct RulesVersions: Hashable, Codable, Sendable {
        public let base: String?
        public let head: String?
    }

    /// Tier by tier, as they were found.
    public let lines: [GateLine]
    public let skipped: [Skip]
    public let anchors: [AnchorLine]
    /// Nil if no times were compared.
    public let falseAlarms: FalseAlarms?
    public let notes: [String]
    public let settings: GateSettings
    public let seconds: Double
    /// Nil in a report from before the rules had a version.
    public var rulesVersions: RulesVersions?
    /// Whether somebody has ended it early; nil, as in reports that were never interrupted, for no.
    var interrupted: Bool?

    public var isInterrupted: Bool { interrupted ?? false }

    /// What all comparisons say together; those that are advisory, or allowed, don't count. What was interrupted has found
    /// a regression or nothing.
    public var verdict: GateVerdict {
        let verdict = GateVerdict.overall(lines.compactMap(\.decisive))
        return isInterrupted && verdict != .regressed ? .inconclusive : verdict
    }
}
