internal import BenchmarkStatistics
private import LinuxPlatform
internal import QueueBenchmarking

/// What is measured in one kind of block, and how it is judged.
struct TimeFamily: Sendable {
    let tier: GateTier
    let purpose: RunPurpose
    let metrics: [Metric]
    let rule: PairedRule
    let schedule: InterimAnalysisSchedule

    init(_ tier: GateTier, _ settings: GateSettings) {
        self.tier = tier
        let isAdvisory = settings.advisory.contains(tier)
        schedule = InterimAnalysisSchedule(
            cap: isAdvisory ? max(1, settings.blocks / 8) : settings.blocks,
            looks: isAdvisory ? 1 : settings.looks, level: settings.level)
        let threshold: Double
        let detectable: Double
        if tier == .cpu {
            // On one processor, where the queue's own work is nearly all that there is to see.
            (purpose, metrics) = (.work, [.processCPUTime])
            (threshold, detectable) = (settings.cpuThreshold, settings.detectable)
        } else {
            (purpose, metrics) = (.time, [.wallTime, .latencyP99])
            (threshold, detectable) = (settings.wallThreshold, 2 * settings.wallThreshold)
        }
        rule = PairedRule(
            threshold: log(1 + threshold), level: schedule.share, detectable: log(1 + detectable))
    }
}

/// What has been timed so far of a queue at a case, block by block.
struct TimedComparison {
    let comparison: GateComparison
    let family: TimeFamily
    /// The median of the values of a variant in each block.
    private var values: [Metric: [GateVariant: [Double]]] = [:]
    /// How a variant stands to the base in each block.
    private var differences: [Metric: [GateVariant: [Double]]] = [:]
    private var anchors: [Double] = []
    /// Who has given a value of a metric at all.
    private var measuring: [Metric: Set<GateVariant>] = [:]
    private(set) var blocks = 0
    /// What has been found, once that is settled.
    var settled: [Metric: PairedRule.Judgement] = [:]

    init(_ comparison: GateComparison, _ family: TimeFamily) {
        self.comparison = comparison
        self.family = family
    }

    mutating func add(_ block: BlockRunner.Block) {
        blocks += 1
        for metric in family.metrics {
            let found = GateVariant.allCases.map { block.value(metric, of: $0, at: comparison.benchmarkCase) }
            for (variant, value) in zip(GateVariant.allCases, found) where value != nil {
                measuring[metric, default: []].insert(variant)
            }
            // A block counts for a metric if every variant has it.
            guard let control = block.difference(metric, of: .control),
                let head = block.difference(metric, of: .head)
            else { continue }
            differences[metric, default: [:]][.control, default: []].append(control)
            differences[metric, default: [:]][.head, default: []].append(head)
            for (variant, value) in zip(GateVariant.allCases, found) {
                values[metric, default: [:]][variant, default: []].append(value ?? 0)
            }
        }
        if let difference = block.anchorDifference(family.metrics[0], of: .head) {
            anchors.append(difference)
        }
    }

    /// The metrics that it has.
    var metrics: [Metric] { family.metrics.filter { values[$0] != nil } }

    /// Whether the base measures it, and the head doesn't.
    func isMissing(_ metric: Metric) -> Bool {
        guard let variants = measuring[metric] else { return false }
        return variants.contains(.base) && !variants.contains(.head)
    }

    var isSettled: Bool { blocks > 0 && metrics.allSatisfy { settled[$0] != nil } }

    /// The logarithms of how a variant stands to the base, block by block; nil if it wasn't measured.
    func differences(_ metric: Metric, of variant: GateVariant) -> PairedDifferences? {
        differences[metric]?[variant].map { PairedDifferences(values: $0) }
    }

    /// The same of the anchor and the head.
    var anchor: PairedDifferences? { anchors.isEmpty ? nil : PairedDifferences(values: anchors) }

    func median(_ metric: Metric, of variant: GateVariant) -> Double? {
        values[metric]?[variant].flatMap { Sample($0)?.median }
    }
}

extension Estimate {
    /// Of a difference of logarithms: the part by which the first is more.
    var relative: Estimate {
        func part(_ value: Double) -> Double { exp(value) - 1 }
        return Estimate(
            point: part(point),
            interval: interval.map {
                .init(lower: part($0.lower), upper: part($0.upper), confidence: $0.confidence)
            })
    }
}
