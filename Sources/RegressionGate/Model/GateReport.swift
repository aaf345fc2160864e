public import BenchmarkStatistics
public import QueueBenchmarking

/// The result of a gate.
public struct GateReport: Hashable, Codable, Sendable {
    /// A comparison that wasn't made.
    public struct Skip: Hashable, Codable, Sendable {
        public let subject: SubjectID
        public let item: String
        public let reason: String

        /// The keys of gate-report.json.
        private enum CodingKeys: String, CodingKey {
            case subject = "arm"
            case item = "subject"
            case reason
        }
    }

    /// The difference of the anchor's time between the variants, in the blocks of one comparison.
    public struct AnchorLine: Hashable, Codable, Sendable {
        public let tier: GateTier
        public let subject: SubjectID
        public let item: String
        /// The relative difference of the head.
        public let effect: Estimate
        public let hasMoved: Bool

        private enum CodingKeys: String, CodingKey {
            case subject = "arm"
            case item = "subject"
            case tier, effect, hasMoved
        }
    }

    /// The rate of false alarms of a gate such as this: the blocks of base and control of this run are resampled,
    /// and a draw alarms if any comparison of processor time does.
    public struct FalseAlarms: Hashable, Codable, Sendable {
        public let count: Int
        public let draws: Int
        /// The 95% interval of the rate (Clopper and Pearson).
        public let interval: BinomialInterval
    }

    /// The versions of the rules by which the variants judge; nil for a variant that doesn't judge, or doesn't
    /// report a version.
    public struct RulesVersions: Hashable, Codable, Sendable {
        public let base: String?
        public let head: String?
    }

    /// In the order of tiers.
    public let lines: [GateLine]
    public let skipped: [Skip]
    public let anchors: [AnchorLine]
    /// Nil if no times were compared.
    public let falseAlarms: FalseAlarms?
    public let notes: [String]
    public let settings: GateSettings
    public let seconds: Double
    /// Nil in reports from before the rules had a version.
    public var rulesVersions: RulesVersions?
    /// Whether the gate was interrupted. Nil, as in older reports, means no.
    var interrupted: Bool?

    public var isInterrupted: Bool { interrupted ?? false }

    /// The overall verdict, without advisory and allowed comparisons. An interrupted gate is regressed or
    /// inconclusive.
    public var verdict: GateVerdict {
        let verdict = GateVerdict.overall(lines.compactMap(\.decisive))
        return isInterrupted && verdict != .regressed ? .inconclusive : verdict
    }
}
