private import BenchmarkStatistics
public import QueueBenchmarking
private import TextFormats

/// A ranking for people: a table, who leads by what, a recommendation, and what would change it.
public struct RankingText: Sendable {
    let ranking: QueueRanking
    let names: SubjectNames
    private let doubts: [String]
    private let labels: CaseLabels

    /// - Parameters:
    ///   - ranking: The ranking.
    ///   - cases: All cases of the run.
    ///   - doubts: What limits its reliability: a sentence each (``RunDoubts``).
    public init(_ ranking: QueueRanking, cases: [BenchmarkCase], doubts: [String] = []) {
        self.ranking = ranking
        labels = CaseLabels(cases)
        self.doubts = doubts
        names = SubjectNames(ranking.subjects + ranking.excluded.map(\.subject))
    }

    /// The text for a terminal of `width` columns. The table takes as much as it needs.
    public func plain(width: Int = 80) -> String {
        var text = PlainText.wrapped(title, indent: 0, width: width)
        func add(_ sentences: [String], indent: Int = 0) {
            text += sentences.map { PlainText.wrapped($0, indent: indent, width: width) }.joined()
        }
        if !ranking.subjects.isEmpty, !criteria.isEmpty {
            text += "\n"
            text += PlainText.columns(table, numbers: 1..<table[0].count)
            if !legend.isEmpty { text += "\n" }
            add(legend)
            if ranking.isConclusive {
                text += "\n"
                add(["The best, and the others compared with it (95% intervals; ≈: can't be told apart)"])
                add(leaders, indent: 2)
            }
        }
        let notes = exclusions + omissions + overloads + doubts
        if !notes.isEmpty {
            text += "\n"
            add(notes)
        }
        text += "\n"
        add([recommendation])
        add(changes, indent: 2)
        return text
    }

    private var title: String {
        let queues = ranking.subjects.map { names[$0] }.joined(separator: ", ")
        if ranking.cases.isEmpty { return "Ranking of \(queues.isEmpty ? "no queue" : queues)" }
        let cases =
            ranking.cases.count == 1
            ? label(ranking.cases[0]) : "\(ranking.cases.count) cases of \(scenarios.joined(separator: ", "))"
        return "Ranking of \(queues.isEmpty ? "no queue" : queues) at \(cases); \(ranking.rounds) rounds"
    }

    /// The scenario, with those parameters in which the cases of the run differ.
    private func label(_ benchmarkCase: BenchmarkCase) -> String { labels[benchmarkCase] }

    private var scenarios: [String] {
        var seen: Set<String> = []
        return ranking.cases.map(\.scenario).filter { seen.insert($0).inserted }
    }

    // MARK: The table

    private var criteria: [RankingCriterion] {
        RankingCriterion.allCases.filter { ranking.scores[$0] != nil }
    }

    private var table: [[String]] {
        let front = Set(ranking.isConclusive ? ranking.front : [])
        var rows = [["queue"] + criteria.map(Self.heading)]
        for subject in ranking.subjects {
            let cells = criteria.map { criterion -> String in
                let values = ranking.scores[criterion] ?? [:]
                guard let value = values[subject] else { return "" }
                let letters =
                    ranking.criteria.contains(criterion) ? ranking.letters(criterion)[subject] ?? "" : ""
                return Self.text(value, criterion, Array(values.values))
                    + (letters.isEmpty ? "" : " \(letters)")
            }
            rows.append([(front.contains(subject) ? "* " : "  ") + names[subject]] + cells)
        }
        return rows
    }

    static func heading(_ criterion: RankingCriterion) -> String {
        switch criterion {
        case .throughput: "operations/s"
        case .latency: "p99 latency"
        case .processorTime: "CPU/operation"
        case .memory: "B/operation"
        }
    }

    static func phrase(_ criterion: RankingCriterion) -> String {
        switch criterion {
        case .throughput: "throughput"
        case .latency: "p99 latency"
        case .processorTime: "processor time"
        case .memory: "allocated memory"
        }
    }

    private static func text(_ value: Double, _ criterion: RankingCriterion, _ values: [Double]) -> String {
        switch criterion {
        case .throughput: return Decimals.grouped(Int((1e9 / max(value, 1e-9)).rounded()))
        case .memory: return Decimals.rounded(value, places: value < 100 ? 1 : 0)
        case .latency, .processorTime:
            let scale = UnitScale("ns", of: values)
            return scale.text(value) + scale.suffix
        }
    }

    private var legend: [String] {
        var sentences: [String] = []
        if ranking.cases.count > 1 {
            sentences.append("Each number is the geometric mean of the medians at the cases.")
        }
        guard ranking.isConclusive else { return sentences }
        sentences.append(
            "The table has medians. Differences are estimated in pairs of one round, and may be a little different."
        )
        sentences.append(
            "*: on the Pareto front: no other queue is better by one criterion and worse by none.")
        sentences.append(
            "Queues with a common letter can't be told apart: in pairs of one round, by Wilcoxon's test at 5%, corrected by "
                + "Holm's method for \(ranking.contests.count) comparisons. Differences below 1% don't count."
        )
        return sentences
    }

    // MARK: Sentences

    private var leaders: [String] {
        ranking.criteria.map { criterion in
            let order = ranking.order(criterion)
            let others = order.dropFirst().compactMap { ranking.contest(criterion, $0, order[0]) }
            return "\(Self.phrase(criterion)): "
                + ([names[order[0]]] + others.map { "\(names[$0.first]) \(Self.difference($0))" })
                .joined(separator: "; ")
        }
    }

    /// How the first queue of a comparison differs from the second, for example "+9.1% (+8.0% to +10.2%)".
    static func difference(_ contest: RankingContest) -> String {
        let isInverse = contest.criterion == .throughput
        func growth(_ ratio: Double) -> Double { (isInverse ? 1 / ratio : ratio) - 1 }
        let bounds = contest.ratio.interval.map { interval in
            isInverse
                ? (lower: growth(interval.upper), upper: growth(interval.lower))
                : (lower: growth(interval.lower), upper: growth(interval.upper))
        }
        return (contest.winner == nil ? "≈ " : "") + Decimals.growth(growth(contest.ratio.point), bounds)
    }

    private var exclusions: [String] {
        ranking.excluded.map {
            "\($0.isWrong ? "FAILED" : "Not ranked"): \(names[$0.subject]): \(reason($0))."
        }
    }

    /// Why a queue isn't ranked.
    func reason(_ exclusion: QueueRanking.Exclusion) -> String {
        guard let benchmarkCase = exclusion.benchmarkCase else {
            return exclusion.reason ?? "it has no values"
        }
        return "it wasn't measured at \(label(benchmarkCase))" + (exclusion.reason.map { ": \($0)" } ?? "")
    }

    private var overloads: [String] {
        ranking.subjects.compactMap { subject in
            ranking.overloaded[subject].map { runs in
                "OVERLOADED: \(names[subject]) did not keep up with the arrivals in \(runs == 1 ? "1 run" : "\(runs) runs"); there its "
                    + "latencies depend on the length of the run."
            }
        }
    }

    /// The criteria that aren't compared, and why.
    private var omissions: [String] {
        guard ranking.subjects.count > 1, !ranking.cases.isEmpty,
            ranking.lacking.isEmpty || ranking.isConclusive
        else { return [] }
        return RankingCriterion.allCases.filter { !ranking.criteria.contains($0) }.map { criterion in
            let name = Self.phrase(criterion)
            guard let rounds = ranking.lacking[criterion] else {
                if ranking.cases.contains(where: { !criterion.isComparable(at: $0) }) {
                    return
                        "Not compared: \(name): each queue gets its own load. A workload whose arrival has a rate compares it."
                }
                return "Not compared: \(name), of which not every queue has a value."
            }
            return "Not compared: \(name): it has \(rounds) rounds, and \(ranking.leastRounds) are needed."
        }
    }
}
