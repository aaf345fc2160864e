internal import BenchmarkStatistics
private import LinuxPlatform
internal import QueueBenchmarking

/// One kind of block: what it measures, and how that is judged.
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
            analyses: isAdvisory ? 1 : settings.interimAnalyses, level: settings.level)
        let threshold: Double
        let detectable: Double
        if tier == .cpu {
            // Bound to one processor, where nearly all measured time is the queue's own work.
            (purpose, metrics) = (.work, [.processCPUTime])
            (threshold, detectable) = (settings.cpuThreshold, settings.detectable)
        } else {
            (purpose, metrics) = (.time, [.wallTime, .latencyP99])
            (threshold, detectable) = (settings.wallThreshold, 2 * settings.wallThreshold)
        }
        rule = PairedRule(
            threshold: log(1 + threshold), level: schedule.levelOfEach, detectable: log(1 + detectable))
    }
}

/// The times of a queue at a case so far, block by block.
struct TimedComparison {
    let comparison: GateComparison
    let family: TimeFamily
    /// The median of a variant's values in each block.
    private var values: [Metric: [GateVariant: [Double]]] = [:]
    /// The difference between a variant and the base in each block.
    private var differences: [Metric: [GateVariant: [Double]]] = [:]
    private var anchors: [Double] = []
    /// The variants that have reported a value of a metric.
    private var measuring: [Metric: Set<GateVariant>] = [:]
    private(set) var blocks = 0
    /// The judgement of each settled metric.
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
            // A block counts for a metric if every variant has a value.
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

    /// The metrics that have values.
    var metrics: [Metric] { family.metrics.filter { values[$0] != nil } }

    /// Whether the base measures the metric, and the head doesn't.
    func isMissing(_ metric: Metric) -> Bool {
        guard let variants = measuring[metric] else { return false }
        return variants.contains(.base) && !variants.contains(.head)
    }

    var isSettled: Bool { blocks > 0 && metrics.allSatisfy { settled[$0] != nil } }

    /// The differences between the logarithms of a variant and the base, block by block; nil if there are none.
    func differences(_ metric: Metric, of variant: GateVariant) -> PairedDifferences? {
        differences[metric]?[variant].map { PairedDifferences(values: $0) }
    }

    /// The differences of the anchor between head and base.
    var anchor: PairedDifferences? { anchors.isEmpty ? nil : PairedDifferences(values: anchors) }

    func median(_ metric: Metric, of variant: GateVariant) -> Double? {
        values[metric]?[variant].flatMap { Sample($0)?.median }
    }
}

extension Estimate {
    /// Converts a difference of logarithms to a relative difference.
    var relative: Estimate {
        func part(_ value: Double) -> Double { exp(value) - 1 }
        return Estimate(
            point: part(point),
            interval: interval.map {
                .init(lower: part($0.lower), upper: part($0.upper), confidence: $0.confidence)
            })
    }
}
