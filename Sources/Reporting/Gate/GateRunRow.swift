public import QueueBenchmarking
public import RegressionGate

/// A row of gate-runs.csv: one number of one run.
public struct GateRunRow: Hashable, Sendable {
    /// What the run was made for.
    public let tier: GateTier
    public let variant: GateVariant
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    /// From 0, of a queue at a case in a tier; the anchor's are those of what it was run beside.
    public let block: Int
    /// From 0, within the block.
    public let position: Int
    public let metric: Metric
    /// Nil where the run can't tell: an empty cell, never 0.
    public let value: Double?
    public let conditions: RunConditions
    /// The same for all runs of a block, and for no others.
    public let seed: UInt64
    /// Of the rules that the variant judges by; nil where it judges none, or the file is from before they had one.
    public let rulesVersion: String?

    public init(
        tier: GateTier, variant: GateVariant, subject: SubjectID, benchmarkCase: BenchmarkCase, block: Int,
        position: Int,
        metric: Metric, value: Double?, conditions: RunConditions = .unknown, seed: UInt64,
        rulesVersion: String? = nil
    ) {
        self.tier = tier
        self.variant = variant
        self.subject = subject
        self.benchmarkCase = benchmarkCase
        self.block = block
        self.position = position
        self.metric = metric
        self.value = value
        self.conditions = conditions
        self.seed = seed
        self.rulesVersion = rulesVersion
    }

    /// The rows of a run; a run whose result was wrong has no other number.
    public static func rows(of run: GateRun) -> [GateRunRow] {
        let readings: [Reading] =
            switch run.outcome {
            case .passed(let readings, _, _): readings
            case .failed: [Reading(.resultCheck, 0)]
            }
        return readings.map { reading in
            GateRunRow(
                tier: run.tier, variant: run.variant, subject: run.subject, benchmarkCase: run.benchmarkCase,
                block: run.block,
                position: run.position, metric: reading.metric, value: reading.value,
                conditions: run.conditions, seed: run.seed, rulesVersion: run.rulesVersion)
        }
    }
}
