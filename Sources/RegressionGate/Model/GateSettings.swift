private import QueueBenchmarking

/// What the gate must find, and how much time it may take. ``GateFile`` reads the settings from a file.
public struct GateSettings: Hashable, Codable, Sendable {
    /// The queues to compare; empty for all that both variants have, without the anchor.
    public var queues: [String] = []
    /// The cases to compare them at: scenarios as `empty`, or some of their cases as `empty limit=1`.
    public var cases: [String] = [
        "empty limit=1;producers=1", "empty limit=2;producers=1", "chain", "fan",
    ]
    /// The tiers to judge.
    public var tiers = GateTier.allCases
    /// The tiers that are only reported: they don't affect the verdict.
    public var advisory: [GateTier] = [.wall]
    /// The rules to judge by, as "3.7" or "3.*"; empty for all.
    public var rules: [String] = []

    /// The probability of a false alarm in a tier, over all interim analyses and comparisons.
    public var level = 0.01
    /// The tolerated growth of processor time.
    public var cpuThreshold = 0.03
    /// The tolerated growth of elapsed time and latencies.
    public var wallThreshold = 0.20
    /// The tolerated growth of an exponent.
    public var exponentThreshold = 0.10
    /// The tolerated growth of counts for each operation.
    public var allocationSlack = 0.25
    public var byteSlack = 16.0
    public var threadSlack = 0.01
    /// The tolerated difference of the anchor between the variants.
    public var anchorTolerance = 0.05
    /// A comparison passes only if it excludes a growth by this fraction.
    public var detectable = 0.10

    /// The most blocks of a comparison, each with its own processes.
    public var blocks = 240
    /// The number of interim analyses, at equal distances.
    public var interimAnalyses = 8
    /// How often each variant runs a case in a block; even.
    public var runs = 12
    /// For how many seconds to measure times. After that no further round of blocks, one of each unsettled
    /// comparison, begins. The other tiers have a fixed number of blocks.
    public var seconds = 150.0
    /// The time limit of the whole gate in seconds. Comparisons without a result by then are inconclusive. Nil for
    /// no limit.
    public var within: Double?
    public var seed: UInt64 = 1
    /// How often the blocks of base and control are resampled, to estimate the rate of false alarms.
    public var draws = 200

    /// Known regressions that are allowed.
    public var allowances: [GateAllowance] = []

    /// The keys of gate-report.json.
    private enum CodingKeys: String, CodingKey {
        case interimAnalyses = "looks"
        case queues, cases, tiers, advisory, rules, level, cpuThreshold, wallThreshold, exponentThreshold,
            allocationSlack, byteSlack, threadSlack, anchorTolerance, detectable, blocks, runs, seconds,
            within,
            seed, draws, allowances
    }

    public init() {}
}

/// A regression that is allowed for a while.
public struct GateAllowance: Hashable, Codable, Sendable {
    /// Nil for any.
    public var queue: String?
    public var tier: GateTier?
    /// A prefix of ``GateLine/item``; nil for any.
    public var item: String?
    public var reason: String
    /// The last day on which it is allowed, as in "2026-12-31".
    public var expires: String

    /// The keys of gate-report.json.
    private enum CodingKeys: String, CodingKey {
        case queue, tier, reason, expires
        case item = "subject"
    }

    public init(queue: String?, tier: GateTier?, item: String?, reason: String, expires: String) {
        self.queue = queue
        self.tier = tier
        self.item = item
        self.reason = reason
        self.expires = expires
    }

    /// Without a tier it covers counts and times: an allowance of a broken rule or a wrong result must name the
    /// tier.
    func covers(_ line: GateLine) -> Bool {
        let tiers = tier.map { [$0] } ?? [.counts, .scaling, .cpu, .wall]
        guard queue.map({ $0 == line.subject.queue }) ?? true, tiers.contains(line.tier) else { return false }
        guard let item = item.map(Scenarios.renamed) else { return true }
        // "rule 3.1" isn't a prefix of "rule 3.10" here.
        guard line.item.hasPrefix(item) else { return false }
        let next = line.item.dropFirst(item.count).first
        return next == nil || next == " " || next == ";"
    }
}
