public import QueueBenchmarking
public import RegressionGate

/// A row of gate-runs.csv: one number of one run.
public struct GateRunRow: Hashable, Sendable {
    /// What the run was made for.
    public let tier: GateTier
    public let side: GateSide
    public let arm: Arm
    public let measured: BenchmarkCase
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

    public init(
        tier: GateTier, side: GateSide, arm: Arm, measured: BenchmarkCase, block: Int, position: Int,
        metric: Metric, value: Double?, conditions: RunConditions = .unknown, seed: UInt64
    ) {
        self.tier = tier
        self.side = side
        self.arm = arm
        self.measured = measured
        self.block = block
        self.position = position
        self.metric = metric
        self.value = value
        self.conditions = conditions
        self.seed = seed
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
                tier: run.tier, side: run.side, arm: run.arm, measured: run.measured, block: run.block,
                position: run.position, metric: reading.metric, value: reading.value,
                conditions: run.conditions, seed: run.seed)
        }
    }
}
