import BenchmarkStatistics
import QueueBenchmarking

@testable import RegressionGate
@testable import Reporting

/// A report with a line of every kind in it.
enum MadeUpReport {
    static let empty = "empty limit=1;operations=4000;producers=1"

    static func line(
        _ tier: GateTier, _ verdict: GateVerdict, queue: String = "lock", item: String = empty,
        metric: String = Metric.processCPUTime.rawValue, reason: String,
        _ change: (GateLine) -> GateLine = { $0 }
    ) -> GateLine {
        change(
            GateLine(
                tier: tier, subject: SubjectID(queue: queue), item: item, metric: metric, verdict: verdict,
                reason: reason))
    }

    static func estimate(_ point: Double, _ lower: Double, _ upper: Double) -> Estimate {
        Estimate(point: point, interval: .init(lower: lower, upper: upper, confidence: 0.95))
    }

    static let slower = line(.cpu, .regressed, reason: "slower") {
        var line = $0
        (line.base, line.head, line.unit, line.blocks, line.pValue) = (120, 131, "ns/operation", 40, 0.0001)
        line.effect = GateEffect(.relative, estimate(0.0917, 0.08, 0.102))
        line.control = GateControl(
            verdict: .passed, effect: estimate(0.001, -0.01, 0.012), falseAlarms: 1, draws: 200,
            detectable: 0.042)
        return line
    }

    static let oneMore = line(
        .counts, .regressed, metric: Metric.allocations.rawValue, reason: "one more"
    ) {
        var line = $0
        (line.base, line.head, line.unit, line.blocks) = (2, 3, "count/operation", 4)
        line.effect = GateEffect(.absolute, estimate(1, 1, 1))
        return line
    }

    static let allowed = line(
        .counts, .regressed, metric: Metric.allocatedBytes.rawValue, reason: "48 more"
    ) {
        var line = $0
        (line.base, line.head, line.unit, line.blocks) = (64, 112, "B/operation", 4)
        line.effect = GateEffect(.absolute, estimate(48, 48, 48))
        line.allowance = "the | log needs it"
        return line
    }

    static let advisory = line(
        .wall, .regressed, metric: Metric.latencyP99.rawValue, reason: "twice"
    ) {
        var line = $0
        (line.base, line.head, line.unit, line.blocks, line.isAdvisory) = (21_000, 42_000, "ns", 40, true)
        line.effect = GateEffect(.relative, estimate(1, 0.9, 1.1))
        return line
    }

    static let unclear = line(
        .scaling, .inconclusive, item: "chain", metric: "exponent",
        reason: "unclear"
    ) {
        var line = $0
        (line.base, line.head, line.blocks) = (1.01, 1.08, 16)
        line.effect = GateEffect(.absolute, estimate(0.07, -0.02, 0.15))
        return line
    }

    static let faster = line(
        .cpu, .improved, queue: "a|b", item: "fan producers=1", reason: "faster"
    ) {
        var line = $0
        (line.base, line.head, line.unit, line.blocks) = (100, 80, "ns/operation", 40)
        line.effect = GateEffect(.relative, estimate(-0.2, -0.22, -0.18))
        return line
    }

    static let passed = line(
        .conformance, .passed, item: "97 rules", metric: "verdict", reason: "96 passed")

    static func report(
        _ lines: [GateLine], skipped: [GateReport.Skip] = [], anchors: [GateReport.AnchorLine] = [],
        falseAlarms: GateReport.FalseAlarms? = nil, notes: [String] = []
    ) -> GateReport {
        GateReport(
            lines: lines, skipped: skipped, anchors: anchors, falseAlarms: falseAlarms, notes: notes,
            settings: GateSettings(), seconds: 93.4)
    }

    static let whole = report(
        [passed, slower, faster, oneMore, allowed, advisory, unclear],
        skipped: [
            .init(subject: SubjectID(queue: "inline"), item: "fan producers=4", reason: "no thread")
        ],
        anchors: [
            .init(
                tier: .cpu, subject: SubjectID(queue: "lock"), item: empty,
                effect: estimate(0.004, -0.002, 0.01),
                hasMoved: false)
        ],
        falseAlarms: .init(count: 1, draws: 200, interval: BinomialInterval(count: 1, of: 200)),
        notes: ["A note."])

    static func record(_ report: GateReport = whole) -> GateRecord {
        GateRecord(
            report, base: "old/oplab", head: "new/oplab",
            machine: MachineDescription(
                host: "box", system: "Linux 6.1", architecture: "x86_64", processorModel: "Made Up_1",
                processors: 2, memoryBytes: nil, loadAverage: nil),
            date: "2026-03-01T12:00:00Z")
    }
}
