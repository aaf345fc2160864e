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
        var text = PlainText.wrapped(title, indent: 0, width: width) + "\n"
        func add(_ sentences: [String], indent: Int = 0) {
            text += sentences.map { PlainText.wrapped($0, indent: indent, width: width) }.joined()
        }
        if !ranking.subjects.isEmpty, !ranking.cases.isEmpty {
            text += PlainText.columns(table, numbers: 1..<table[0].count)
            text += "\n"
            add(legend)
            if ranking.isConclusive {
                text += "\n"
                add(["The best, and the others compared with it (95% intervals; ≈: can't be told apart)"])
                add(leaders, indent: 2)
            }
        }
        let notes = exclusions + omissions + doubts
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

    /// The criteria that aren't compared, and why.
    private var omissions: [String] {
        guard ranking.isConclusive else { return [] }
        return RankingCriterion.allCases.filter { !ranking.criteria.contains($0) }.map { criterion in
            let name = Self.phrase(criterion)
            guard let rounds = ranking.lacking[criterion] else {
                return "Not compared: \(name), of which not every queue has a value."
            }
            return "Not compared: \(name): it has \(rounds) rounds, and \(ranking.leastRounds) are needed."
        }
    }

    /// One line.
    public var recommendation: String {
        guard let advice = RankingAdvice(ranking) else { return "No recommendation: " + obstacle }
        let queues = advice.recommended.map { names[$0] }
        guard queues.count == 1 else {
            return
                "Recommendation: take \(Self.list(queues, "or")); nothing that was measured tells them apart."
        }
        let wins = advice.wins.map(Self.phrase)
        let rest = ranking.criteria.filter { criterion in
            !advice.wins.contains(criterion) && !advice.alternatives.contains { $0.criterion == criterion }
        }.map(Self.phrase)
        let isFirst = wins.isEmpty ? nil : "it is the best by \(Self.list(wins, "and"))"
        let isUnbeaten = rest.isEmpty ? nil : "no other is better by \(Self.list(rest, "or"))"
        let reasons = [isFirst, isUnbeaten].compactMap(\.self)
        return "Recommendation: take \(queues[0])"
            + (reasons.isEmpty
                ? ", which comes first where throughput matters most."
                : "; \(reasons.joined(separator: ", and ")).")
    }

    private var obstacle: String {
        if ranking.cases.isEmpty { return "the queues have no case in common." }
        if ranking.subjects.count < 2 {
            return "it takes two queues, and there is \(ranking.subjects.count)."
        }
        let count = ranking.subjects.count
        return "\(ranking.rounds) rounds can't tell \(count) queues apart. Measure again with --rounds "
            + "\(QueueRanking.evenRounds(queues: count))."
    }

    /// How many open comparisons are listed.
    private static let mostOpen = 3

    /// What would change the recommendation: a sentence each.
    public var changes: [String] {
        guard let advice = RankingAdvice(ranking) else { return [] }
        let best = advice.recommended[0]
        let others = advice.alternatives.map { other in
            "If \(Self.phrase(other.criterion)) matters most, take \(Self.list(other.subjects.map { names[$0] }, "or")): "
                + "\(Self.difference(other.contest)) against \(names[best])."
        }
        let open = advice.undecided.prefix(Self.mostOpen).compactMap { contest in
            contest.roundsToDecide.map { rounds in
                "More rounds may decide between \(names[best]) and \(names[contest.second]) by "
                    + "\(Self.phrase(contest.criterion)), about \(rounds) instead of \(contest.rounds): \(names[best]) "
                    + "\(Self.difference(contest))."
            }
        }
        return others.isEmpty && open.isEmpty
            ? ["Nothing that was measured speaks for another."] : others + open
    }

    private static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
