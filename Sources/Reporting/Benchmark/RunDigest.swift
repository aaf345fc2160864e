private import BenchmarkStatistics
public import QueueBenchmarking
private import TextFormats

/// A run on half a screen: broken rules, failed checks, the ratios of the queues.
public struct RunDigest: Sendable {
    private let conformance: ConformanceTally?
    private let ratios: ScenarioRatios?
    private let failures: [(subject: SubjectID, count: Int, first: String)]
    private let steep: [String]
    /// Whether no run was made.
    private let isEmpty: Bool
    /// Why no run could be made, if none could.
    private let reasons: [String]

    public init(_ summary: BenchmarkSummary, conformance: ConformanceTally?) {
        self.conformance = conformance
        ratios = ScenarioRatios(summary)
        let tables = summary.tables(of: [])
        let lines = tables.flatMap(\.lines)
        isEmpty = lines.isEmpty
        let all = tables.flatMap(\.skipped)
        let isImpossible = all.count == summary.subjects.count * summary.cases.count
        var reasons: [String] = []
        for skip in isImpossible ? all : [] {
            let reason = "\(skip.subject) at \(skip.benchmarkCase.scenario): \(skip.reason)"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        self.reasons = reasons
        failures = summary.subjects.compactMap { subject in
            let failures = lines.filter { $0.subject == subject }.flatMap(\.failures)
            return failures.first.map { (subject, failures.count, $0) }
        }
        steep = ScalingSummary(summary).lines.filter(\.isSteep).map { "\($0.subject) at \($0.scenario)" }
    }

    /// Which queues broke which rules: a sentence for each queue; empty if no rules were judged.
    public var rules: [String] {
        guard let conformance else { return [] }
        return conformance.queues.map { queue in
            let parts = conformance.standings.map { standing in
                let rules = conformance.rules(standing, of: queue)
                let names = Self.unlisted.contains(standing) ? "" : " (\(rules.joined(separator: ", ")))"
                return rules.isEmpty ? "" : "\(rules.count) \(ConformanceTally.word(standing))\(names)"
            }
            return "\(queue): " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }

    /// Standings for which the count suffices.
    private static let unlisted: Set = ["kept", "not applicable", "recorded"]

    /// Queues with failed checks, and queues whose cost grows faster than the size: a sentence each.
    public var results: [String] {
        if isEmpty { return ["Nothing was measured."] + reasons }
        let wrong = failures.map {
            "FAILED CHECK: \($0.subject) in \($0.count) \($0.count == 1 ? "run" : "runs"), first: \($0.first)"
        }
        return (wrong.isEmpty ? ["Every run passed its check."] : wrong)
            + (steep.isEmpty
                ? [] : ["STEEP, the cost grows faster than the size: \(steep.joined(separator: ", "))"])
    }

    /// The title of ``table``; nil if nothing is compared.
    public var title: String? {
        ratios.map { ratios in
            "Processor time ÷ \(ratios.anchor)'s: geometric means over the cases of a scenario that both have; below 1 is "
                + "less (p50: the median latency; excess: the time beyond one operation)"
        }
    }

    /// A heading of several lines, and a row for each scenario.
    public var table: [[String]] {
        guard let ratios else { return [] }
        // Includes the strategy only if the queue has several.
        let names = ratios.subjects.map { subject in
            ratios.subjects.count { $0.queue == subject.queue } > 1 ? "\(subject)" : subject.queue
        }
        let words = names.map { $0.split(separator: "-").map(String.init) }
        let height = words.map(\.count).max() ?? 0
        let heading = (0..<height).map { line in
            [""]
                + words.map { words in
                    let place = line - (height - words.count)
                    return place < 0 ? "" : words[place] + (place < words.count - 1 ? "-" : "")
                }
        }
        return heading
            + ratios.rows.map { row in
                [row.scenario + Self.suffix(row.metric)]
                    + ratios.subjects.map { subject in row.ratios[subject].map(Self.text) ?? "" }
            }
    }

    /// Explains the marks of ``table``; nil if there are none.
    public var legend: String? {
        guard let ratios, ratios.rows.contains(where: { $0.ratios.values.contains(where: \.mayBeOne) }) else {
            return nil
        }
        return
            "≈: no significant difference: the 95% interval contains 1, or there are too few rounds for an interval."
    }

    private static func suffix(_ metric: Metric) -> String {
        switch metric {
        case .latencyP50: " (p50)"
        case .excessTime: " (excess)"
        default: ""
        }
    }

    private static func text(_ ratio: Estimate) -> String {
        (ratio.mayBeOne ? "≈" : "") + Decimals.ratio(ratio.point)
    }
}

extension Estimate {
    fileprivate var mayBeOne: Bool { interval.map { $0.lower <= 1 && 1 <= $0.upper } ?? true }
}
