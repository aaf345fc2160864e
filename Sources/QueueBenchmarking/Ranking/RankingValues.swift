private import BenchmarkStatistics
private import LinuxPlatform

/// The measurements that a ranking compares: for each criterion and round, the mean over the cases of the logarithm of each
/// queue's value.
struct RankingValues: Sendable {
    /// For each queue, its values by round. All have the same number.
    let logarithms: [RankingCriterion: [SubjectID: [Double]]]
    /// The geometric mean over the cases of the medians.
    let scores: [RankingCriterion: [SubjectID: Double]]

    /// - Parameters:
    ///   - summary: The measurements.
    ///   - subjects: Queues that were measured at all of `cases`.
    ///   - cases: The cases to take together.
    init(_ summary: BenchmarkSummary, _ subjects: [SubjectID], _ cases: [BenchmarkCase]) {
        var logarithms: [RankingCriterion: [SubjectID: [Double]]] = [:]
        var scores: [RankingCriterion: [SubjectID: Double]] = [:]
        for criterion in RankingCriterion.allCases {
            let rows = cases.filter { criterion.isComparable(at: $0) }.compactMap {
                Self.rows(criterion, summary, subjects, $0)
            }
            guard let rounds = rows.map(\.count).min() else { continue }
            for (index, subject) in subjects.enumerated() {
                logarithms[criterion, default: [:]][subject] = (0..<rounds).map { round in
                    rows.reduce(0) { $0 + $1[round][index] } / Double(rows.count)
                }
                let medians = rows.compactMap { Sample($0.map { $0[index] })?.median }
                scores[criterion, default: [:]][subject] = exp(medians.reduce(0, +) / Double(medians.count))
            }
        }
        self.logarithms = logarithms
        self.scores = scores
    }

    /// For each round that all queues have, the logarithm of the value of each; nil if they have none.
    private static func rows(
        _ criterion: RankingCriterion, _ summary: BenchmarkSummary, _ subjects: [SubjectID],
        _ benchmarkCase: BenchmarkCase
    ) -> [[Double]]? {
        let values = subjects.map { summary.rounds(criterion.metric, of: $0, at: benchmarkCase) }
        guard let first = values.first else { return nil }
        let rounds = first.keys.filter { round in values.allSatisfy { $0[round] != nil } }.sorted()
        if rounds.isEmpty { return nil }
        return rounds.map { round in values.map { log(max($0[round] ?? 0, criterion.least)) } }
    }
}
