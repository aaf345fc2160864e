/// How large a difference between two queues ``ExplanationRunner`` looks for, and how much time it may take.
public struct ExplanationSettings: Hashable, Sendable {
    /// The most pairs of new processes whose times are compared.
    public var blocks = 120
    /// For how many seconds to compare times, at most. There are always as many blocks as the first analysis takes.
    public var seconds = 120.0
    /// Two queues whose times differ by no more count as equal.
    public var bound = 0.10
    /// The seed of the order of the runs.
    public var seed: UInt64 = 1

    /// The probability of finding a difference that isn't there, over all interim analyses and all times.
    let level = 0.01
    /// A difference of less isn't looked for.
    let threshold = 0.03
    /// How often it is analyzed, at equal distances.
    let analyses = 8
    /// How often each queue runs in a block, at most; even.
    let runs = 12
    /// The numbers of blocks that search for the causes, of each kind.
    let causeBlocks = 16
    /// A difference in allocations that counts where the times are the same.
    let allocationSlack = GateSettings().allocationSlack

    public init() {}

    /// The blocks that aren't ended by the time limit.
    var leastBlocks: Int { schedule.blocks[0] }

    /// How often each queue runs in the next block, so that a slow case doesn't take all the time for a few blocks.
    ///
    /// - Parameters:
    ///   - runs: How often it ran in the last one.
    ///   - seconds: How long that took.
    func runs(after runs: Int, seconds: Double) -> Int {
        let wanted = self.seconds / Double(2 * leastBlocks)
        let fitting = Double(runs) * wanted / max(seconds, .leastNormalMagnitude)
        return max(2, min(self.runs, Int(min(fitting, Double(self.runs)) / 2) * 2))
    }

    var schedule: InterimAnalysisSchedule {
        InterimAnalysisSchedule(cap: blocks, analyses: min(analyses, blocks), level: level)
    }
}
