private import BenchmarkStatistics

/// Ranks queues over some cases: which are on the Pareto front of throughput, latency, processor time and memory, and which
/// can't be told apart.
///
/// Each pair of queues is compared by each criterion, in pairs of runs of the same round. The p-values are corrected for all
/// comparisons together (`Holm`), so that the probability of one or more false differences is at most 5%.
public struct QueueRanking: Sendable {
    /// A queue that isn't ranked.
    public struct Exclusion: Hashable, Sendable {
        public let subject: SubjectID
        /// The case at which it wasn't measured; nil if the reason holds at all.
        public var benchmarkCase: BenchmarkCase?
        /// Nil if it isn't known why it wasn't measured.
        public let reason: String?
        /// Whether it failed a check.
        public let isWrong: Bool
    }

    /// In the order of their throughput.
    public let subjects: [SubjectID]
    public let cases: [BenchmarkCase]
    public let excluded: [Exclusion]
    /// The runs in which a ranked queue did not keep up with the arrivals, so that its latencies depend on the length of the run.
    public let overloaded: [SubjectID: Int]
    /// The criteria that rounds and values suffice for.
    public let criteria: [RankingCriterion]
    /// The criteria with too few rounds, and how many they have.
    public let lacking: [RankingCriterion: Int]
    /// The fewest rounds with which a criterion counts.
    public let leastRounds: Int
    /// The number of rounds of the criteria that count, at least.
    public let rounds: Int
    /// One for each criterion and pair.
    public let contests: [RankingContest]
    /// The geometric mean over the cases of the medians, in the units of the metrics.
    public let scores: [RankingCriterion: [SubjectID: Double]]

    /// - Parameters:
    ///   - summary: The measurements.
    ///   - candidates: The queues, and why others are no candidates.
    /// - Complexity: O(pairs of queues · *n*² log *n*) for *n* rounds.
    public init(_ summary: BenchmarkSummary, _ candidates: RankingCandidates) {
        let values = RankingValues(summary, candidates.subjects, candidates.cases)
        let pairs = candidates.subjects.indices.flatMap { first in
            candidates.subjects.indices.dropFirst(first + 1).map { (first, $0) }
        }
        let all = RankingCriterion.allCases.filter { values.scores[$0] != nil }
        func rounds(_ criterion: RankingCriterion) -> Int {
            values.logarithms[criterion]?.values.map(\.count).min() ?? 0
        }
        // Those with the fewest rounds are left out until the rest suffices: the fewer comparisons, the fewer rounds it takes.
        var criteria = all
        while let fewest = criteria.map(rounds).min(),
            fewest < RankingContest.leastRounds(comparisons: criteria.count * pairs.count)
        {
            criteria.removeAll { rounds($0) == fewest }
        }
        // If none suffices, all count again with more rounds.
        let counted = criteria.isEmpty ? all.count : criteria.count
        leastRounds = RankingContest.leastRounds(comparisons: counted * pairs.count)
        self.criteria = criteria
        lacking = Dictionary(
            uniqueKeysWithValues: all.filter { !criteria.contains($0) }.map { ($0, rounds($0)) })
        self.rounds = criteria.map(rounds).min() ?? all.map(rounds).max() ?? 0
        contests = Self.adjusted(
            criteria.flatMap { criterion in
                pairs.compactMap {
                    RankingContest(criterion, candidates.subjects[$0.0], candidates.subjects[$0.1], values)
                }
            })
        scores = values.scores
        let first = scores[.throughput] ?? [:]
        subjects = candidates.subjects.sorted { (first[$0] ?? 0, $0) < (first[$1] ?? 0, $1) }
        cases = candidates.cases
        excluded = candidates.excluded
        overloaded = candidates.overloaded
    }

    private static func adjusted(_ contests: [RankingContest]) -> [RankingContest] {
        zip(contests, Holm.adjusted(contests.map(\.pValue))).map { contest, pValue in
            var contest = contest
            contest.adjusted = pValue
            return contest
        }
    }

    /// Whether queues are compared at all, and by enough rounds to tell them apart.
    public var isConclusive: Bool { subjects.count > 1 && !criteria.isEmpty }

    /// The fewest rounds that suffice for so many queues and all criteria.
    public static func leastRounds(queues: Int) -> Int {
        RankingContest.leastRounds(
            comparisons: RankingCriterion.allCases.count * max(1, queues * (queues - 1) / 2))
    }

    /// Twice as many, and at least 20. With the fewest, a difference counts only if it has the same sign in every round; and fewer
    /// rounds than 20 give wide intervals.
    public static func goodRounds(queues: Int) -> Int { max(20, 2 * leastRounds(queues: queues)) }

    // MARK: Pairs

    /// The comparison of two queues, the first of which comes first in it; nil if there is none.
    public func contest(
        _ criterion: RankingCriterion, _ first: SubjectID, _ second: SubjectID
    ) -> RankingContest? {
        for contest in contests where contest.criterion == criterion {
            if contest.first == first, contest.second == second { return contest }
            if contest.first == second, contest.second == first { return contest.swapped }
        }
        return nil
    }

    /// Whether `first` is better than `second`, and the rounds show it.
    public func isBetter(_ first: SubjectID, than second: SubjectID, by criterion: RankingCriterion) -> Bool {
        contest(criterion, first, second)?.winner == first
    }

    /// Whether `first` is better by some criterion, and worse by none.
    public func dominates(_ first: SubjectID, _ second: SubjectID) -> Bool {
        criteria.contains { isBetter(first, than: second, by: $0) }
            && !criteria.contains { isBetter(second, than: first, by: $0) }
    }

    /// The queues that no other dominates: the Pareto front.
    public var front: [SubjectID] {
        let front = subjects.filter { one in !subjects.contains { dominates($0, one) } }
        // Queues that can't be told apart from a third may beat each other in a circle.
        return front.isEmpty ? subjects : front
    }

    /// The queues in the order of a criterion, the best first.
    public func order(_ criterion: RankingCriterion) -> [SubjectID] {
        let scores = scores[criterion] ?? [:]
        return subjects.sorted { (scores[$0] ?? .infinity, $0) < (scores[$1] ?? .infinity, $1) }
    }

    /// Letters by a criterion: queues with a common one can't be told apart.
    public func letters(_ criterion: RankingCriterion) -> [SubjectID: String] {
        RankingGroups.letters(order(criterion)) { contest(criterion, $0, $1)?.winner != nil }
    }
}
