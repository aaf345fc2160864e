public import QueueBenchmarking

/// One run of a variant, without warm-ups: one or several rows of `gate-runs.csv`.
public struct GateRun: Sendable {
    /// The tier that it was made for.
    public let tier: GateTier
    public let variant: GateVariant
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    /// The block, counted from 0 for this queue at this case in this tier.
    public let block: Int
    /// The position within the block, counted from 0.
    public let position: Int
    public let seed: UInt64
    public let outcome: RunOutcome
    public let conditions: RunConditions
    /// The version of the rules by which the variant judges; nil if it doesn't judge.
    public let rulesVersion: String?
}
