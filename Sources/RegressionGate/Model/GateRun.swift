public import QueueBenchmarking

/// One run that counts, of either variant: a row, or a few, of `gate-runs.csv`.
public struct GateRun: Sendable {
    /// What it was made for.
    public let tier: GateTier
    public let variant: GateVariant
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    /// From 0, of this queue at this case in this tier.
    public let block: Int
    /// From 0, within the block.
    public let position: Int
    public let seed: UInt64
    public let outcome: RunOutcome
    public let conditions: RunConditions
    /// Of the rules that the variant judges by; nil if it judges none.
    public let rulesVersion: String?
}
