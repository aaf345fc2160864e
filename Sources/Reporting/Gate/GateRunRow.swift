public import QueueBenchmarking
public import RegressionGate

/// A row of gate-runs.csv: one number of one run.
public struct GateRunRow: Hashable, Sendable {
    /// The tier that the run was made for.
    public let tier: GateTier
    public let variant: GateVariant
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    /// The block, counted from 0 for a queue at a case in a tier. The anchor has the blocks of the comparison that
    /// it belongs to.
    public let block: Int
    /// The position within the block, counted from 0.
    public let position: Int
    public let metric: Metric
    /// Nil if the run has no value: an empty cell, never 0.
    public let value: Double?
    public let conditions: RunConditions
    /// Identifies the block: all its runs have this seed, and no others do.
    public let seed: UInt64
    /// The version of the rules by which the variant judges; nil if it doesn't judge, or the file is older than the
    /// versions.
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

    /// The rows of a run. A run that failed its check has no other number.
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
