private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// Which queue to take at each scenario or workload, and what would change that.
struct RankingSection {
    let view: RunView
    let palette: QueuePalette

    private typealias Row = (scenario: String, ranking: QueueRanking, text: RankingText)

    /// The scenarios at which two queues or more were measured at every case.
    private var rows: [Row] {
        var scenarios: [String] = []
        for one in view.summary.cases where !scenarios.contains(one.scenario) {
            scenarios.append(one.scenario)
        }
        return scenarios.compactMap { scenario in
            let cases = view.summary.cases.filter { $0.scenario == scenario }
            let candidates = RankingCandidates(view.summary, named: nil, cases: cases)
            let ranking = QueueRanking(view.summary, candidates)
            guard ranking.subjects.count > 1, !ranking.scores.isEmpty else { return nil }
            return (scenario, ranking, RankingText(ranking, cases: view.summary.cases))
        }
    }

    /// Nil if nothing can be ranked.
    func section(id: String) -> PageSection? {
        let table = PageTable(
            columns: ["scenario", "on the front", "recommendation", "what would change it"],
            rows: rows.map(cells), label: "The queue to take at each scenario, and what would change that")
        if table.rows.isEmpty { return nil }
        return PageSection(
            id: id, title: "Which queue to take",
            introduction:
                "Queues compared by throughput, 99th percentile of the latency, processor time and allocated memory, in pairs of runs of "
                + "one round (Wilcoxon’s test, Holm’s correction for all comparisons of a scenario, 5%; differences below 1% don’t count). "
                + "A queue is on the Pareto front if no other is better by one and worse by none. Only queues that were measured at "
                + "every case of the scenario are ranked. <code>oplab rank</code> shows the comparisons.",
            body: table.html)
    }

    private func cells(_ row: Row) -> [PageTable.Cell] {
        let front = row.ranking.isConclusive ? row.ranking.front : []
        return [
            PageTable.Cell(row.scenario),
            PageTable.Cell(html: front.map { palette.label(view.names[$0]) }.joined(separator: "<br>")),
            PageTable.Cell(row.text.verdict), PageTable.Cell(row.text.changes.joined(separator: " ")),
        ]
    }
}
