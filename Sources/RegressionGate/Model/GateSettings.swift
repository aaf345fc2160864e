private import QueueBenchmarking

/// What the gate is to find, and how much it may take to find it. ``GateFile`` reads them from a file.
public struct GateSettings: Hashable, Codable, Sendable {
    /// The queues to compare; empty for all that both variants hold, but for the anchor.
    public var queues: [String] = []
    /// The cases to compare them at: scenarios as in `empty`, or cases of theirs as in `empty limit=1`.
    public var cases: [String] = [
        "empty limit=1;producers=1", "empty limit=2;producers=1", "chain", "fan",
    ]
    /// The tiers to judge.
    public var tiers = GateTier.allCases
    /// The tiers that only tell: what they find decides nothing.
    public var advisory: [GateTier] = [.wall]
    /// The rules to judge by, as in "3.7" or "3.*"; empty for all.
    public var rules: [String] = []

    /// The probability of a false alarm in a whole tier, all looks and comparisons together.
    public var level = 0.01
    /// The part by which processor time may grow.
    public var cpuThreshold = 0.03
    /// The part by which time that passes, and waiting, may grow.
    public var wallThreshold = 0.20
    /// By how much an exponent may grow.
    public var exponentThreshold = 0.10
    /// By how much counts may grow, for each operation.
    public var allocationSlack = 0.25
    public var byteSlack = 16.0
    public var threadSlack = 0.01
    /// The part by which the anchor may differ between the variants.
    public var anchorTolerance = 0.05
    /// A comparison that can't exclude a growth by this part isn't passed.
    public var detectable = 0.10

    /// The most blocks of a comparison, each of processes of its own.
    public var blocks = 240
    /// How often the blocks so far are looked at, at equal distances.
    public var looks = 8
    /// How often each variant runs a case in a block; even.
    public var runs = 12
    /// For how many seconds times are measured: after that no further round of blocks, one of each comparison that isn't
    /// settled, is begun. The other tiers have a fixed number of blocks.
    public var seconds = 150.0
    /// In how many seconds the gate is to end as a whole; what isn't compared by then is inconclusive. Nil: it takes as long
    /// as it takes.
    public var within: Double?
    public var seed: UInt64 = 1
    /// How often the blocks of base and control are drawn anew, to see how often the rule is wrong.
    public var draws = 200

    /// Regressions that are known and allowed.
    public var allowances: [GateAllowance] = []

    public init() {}
}

/// A regression that is allowed for a while.
public struct GateAllowance: Hashable, Codable, Sendable {
    /// Nil: any.
    public var queue: String?
    public var tier: GateTier?
    /// The beginning of ``GateLine/item``; nil: any.
    public var item: String?
    public var reason: String
    /// The last day on which it is allowed, as in "2026-12-31".
    public var expires: String

    /// As they stand in gate-report.json.
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

    /// A tier that isn't named is one of counts and times: a rule that is broken, or a wrong result, has to be named.
    func covers(_ line: GateLine) -> Bool {
        let tiers = tier.map { [$0] } ?? [.counts, .scaling, .cpu, .wall]
        guard queue.map({ $0 == line.subject.queue }) ?? true, tiers.contains(line.tier) else { return false }
        guard let item = item.map(Scenarios.renamed) else { return true }
        // "rule 3.1" isn't the beginning of "rule 3.10".
        guard line.item.hasPrefix(item) else { return false }
        let next = line.item.dropFirst(item.count).first
        return next == nil || next == " " || next == ";"
    }
}
