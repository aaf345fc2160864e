private import BenchmarkStatistics
public import QueueBenchmarking
private import TextFormats

/// A run on half a screen: broken rules, failed checks, the ratios of the queues.
public struct RunDigest: Sendable {
    private let conformance: ConformanceTally?
    private let ratios: ScenarioRatios?
    private let failures: [(name: String, count: Int, first: String)]
    private let steep: [String]
    /// Whether no run was made.
    private let isEmpty: Bool
    private let names: SubjectNames
    private let granularitySummary: GranularitySummary

    public init(_ summary: BenchmarkSummary, conformance: ConformanceTally?) {
        self.conformance = conformance
        ratios = ScenarioRatios(summary)
        let names = SubjectNames(summary.subjects)
        self.names = names
        let lines = summary.tables(of: []).flatMap(\.lines)
        isEmpty = lines.isEmpty
        failures = summary.subjects.compactMap { subject in
            let failures = lines.filter { $0.subject == subject }.flatMap(\.failures)
            return failures.first.map { (names[subject], failures.count, $0) }
        }
        steep = ScalingSummary(summary).lines.filter(\.isSteep).map {
            "\(names[$0.subject]) at \($0.scenario)"
        }
        granularitySummary = GranularitySummary(summary)
    }

    /// How small tasks may be: the METG(50%) of each queue at each pattern. Nil if that wasn't measured.
    var granularity: (title: String, table: [[String]], notes: [String])? {
        let queues = granularitySummary.queues
        if queues.isEmpty { return nil }
        let rows = granularitySummary.patterns.map { lines in
            [lines[0].pattern.name]
                + queues.map { queue in
                    lines.first { $0.subject == queue }.map(GranularityText.point) ?? ""
                }
        }
        return (
            "\(GranularityText.definition), in µs", Self.heading(queues.map { names[$0] }) + rows,
            TextTable.stepwise(granularitySummary.lines) { names[$0] }
        )
    }

    /// The names of queues in several lines, behind an empty cell: a part of a name at each hyphen.
    private static func heading(_ names: [String]) -> [[String]] {
        let words = names.map { $0.split(separator: "-").map(String.init) }
        let height = words.map(\.count).max() ?? 0
        return (0..<height).map { line in
            [""]
                + words.map { words in
                    let place = line - (height - words.count)
                    return place < 0 ? "" : words[place] + (place < words.count - 1 ? "-" : "")
                }
        }
    }

    /// Which queues broke which rules: a sentence for each queue; empty if no rules were judged.
    public var rules: [String] {
        guard let conformance else { return [] }
        return conformance.queues.map { "\($0): " + Self.standings(of: $0, in: conformance) }
    }

    /// How many rules stand how for a queue, and which those are that somebody may ask about.
    ///
    /// - Parameter left: The standings that are left out.
    static func standings(of queue: String, in conformance: ConformanceTally, without left: Set<String> = [])
        -> String
    {
        conformance.standings.filter { !left.contains($0) }.map { standing in
            let rules = conformance.rules(standing, of: queue)
            let names = Self.unlisted.contains(standing) ? "" : " (\(rules.joined(separator: ", ")))"
            return rules.isEmpty ? "" : "\(rules.count) \(ConformanceTally.word(standing))\(names)"
        }.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Standings for which the count suffices.
    private static let unlisted: Set = ["kept", "borrowed", "not applicable", "recorded"]

    /// Queues with failed checks, and queues whose cost grows faster than the size: a sentence each.
    public var results: [String] {
        if isEmpty { return ["Nothing was measured."] }
        let wrong = failures.map {
            "FAILED CHECK: \($0.name) in \($0.count) \($0.count == 1 ? "run" : "runs"), first: \($0.first)"
        }
        return (wrong.isEmpty ? ["Every run passed its check."] : wrong)
            + (steep.isEmpty
                ? [] : ["STEEP, the cost grows faster than the size: \(steep.joined(separator: ", "))"])
    }

    /// The title of ``table``; nil if nothing is compared.
    public var title: String? {
        ratios.map { ratios in
            "Processor time ÷ \(names[ratios.anchor])'s: geometric means over a scenario's cases (p50: the median latency; "
                + "excess: the time beyond one operation)"
        }
    }

    /// A heading of several lines, and a row for each scenario.
    public var table: [[String]] {
        guard let ratios else { return [] }
        return Self.heading(ratios.subjects.map { names[$0] })
            + ratios.rows.map { row in
                [row.scenario + Self.suffix(row.metric) + (row.isWide ? " *" : "")]
                    + ratios.subjects.map { subject in row.ratios[subject].map(Self.text) ?? "" }
            }
    }

    /// Explains the marks of ``table``, and why some have none; empty if there is nothing to explain.
    public var legend: [String] {
        guard let ratios else { return [] }
        var sentences: [String] = []
        if ratios.rows.contains(where: { $0.ratios.values.contains(where: \.mayBeOne) }) {
            sentences.append("≈: no significant difference: the 95% interval contains 1.")
        }
        let unmarked = ratios.rows.filter { $0.ratios.values.contains { $0.interval == nil } }
        let least = "an interval takes \(BenchmarkSummary.leastRoundsForInterval) rounds"
        if !unmarked.isEmpty, unmarked.count == ratios.rows.count {
            sentences.append("No ratio is marked, because none has an interval: \(least).")
        } else if !unmarked.isEmpty {
            let names = unmarked.map(\.scenario).joined(separator: ", ")
            sentences.append("Without an interval, and so not marked: \(names): \(least).")
        }
        if ratios.rows.contains(where: \.isWide) {
            let factor = Decimals.shortest(ScenarioRatios.Row.wideRange)
            sentences.append(
                "*: a mean that hides much: the ratio of one case is at least \(factor) times that of another (summary.md)."
            )
        }
        return sentences
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
    fileprivate var mayBeOne: Bool { interval.map { $0.lower <= 1 && 1 <= $0.upper } ?? false }
}
