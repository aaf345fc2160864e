private import BenchmarkStatistics
public import QueueBenchmarking
private import TextFormats

/// A run on half a screen: who broke what, who is how fast, where the files are.
public struct RunDigest: Sendable {
    private let conformance: ConformanceTally?
    private let ratios: ScenarioRatios?
    private let failures: [(subject: SubjectID, count: Int, first: String)]
    private let steep: [String]
    /// Whether no run was made.
    private let isEmpty: Bool
    /// Why none could be made, where none could.
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

    /// Who broke which rules: a sentence a queue; empty if no rules were asked.
    public var rules: [String] {
        guard let conformance else { return [] }
        return conformance.queues.map { queue in
            let parts = conformance.standings.map { standing in
                let rules = conformance.rules(standing, of: queue)
                let names = Self.unlisted.contains(standing) ? "" : " (\(rules.joined(separator: ", ")))"
                return rules.isEmpty ? "" : "\(rules.count) \(standing)\(names)"
            }
            return "\(queue): " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }

    /// Standings of which the number is enough.
    private static let unlisted: Set = ["kept", "not applicable", "recorded"]

    /// Who gave wrong results, and whose cost grows faster than the size: a sentence each.
    public var results: [String] {
        if isEmpty { return ["Nothing was measured."] + reasons }
        let wrong = failures.map {
            "WRONG RESULT: \($0.subject) in \($0.count) \($0.count == 1 ? "run" : "runs"), the first time: \($0.first)"
        }
        return (wrong.isEmpty ? ["Every run had a right result."] : wrong)
            + (steep.isEmpty
                ? [] : ["STEEP, its cost grows faster than the size: \(steep.joined(separator: ", "))"])
    }

    /// What ``table`` holds; nil if nothing is compared.
    public var title: String? {
        ratios.map { ratios in
            "Processor time ÷ \(ratios.anchor)'s, below 1 is less: geometric means over the cases of a scenario that both "
                + "have (p50: of the median latency)"
        }
    }

    /// A heading of several lines, and a row a scenario.
    public var table: [[String]] {
        guard let ratios else { return [] }
        // Its strategy, where that tells it from another.
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
                [row.scenario + (row.metric == .latencyP50 ? " (p50)" : "")]
                    + ratios.subjects.map { subject in row.ratios[subject].map(Self.text) ?? "" }
            }
    }

    /// What the marks of ``table`` mean; nil if there is none.
    public var legend: String? {
        guard let ratios, ratios.rows.contains(where: { $0.ratios.values.contains(where: \.mayBeOne) }) else {
            return nil
        }
        return
            "≈: this run can't tell the ratio from 1: its 95% interval contains 1, or there are too few rounds for one."
    }

    private static func text(_ ratio: Estimate) -> String {
        (ratio.mayBeOne ? "≈" : "") + Decimals.ratio(ratio.point)
    }
}

extension Estimate {
    fileprivate var mayBeOne: Bool { interval.map { $0.lower <= 1 && 1 <= $0.upper } ?? true }
}
