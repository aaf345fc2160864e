/// What a ranking recommends, and what would change that.
public struct RankingAdvice: Sendable {
    /// Another choice, if a criterion matters most.
    public struct Alternative: Sendable {
        public let criterion: RankingCriterion
        /// Several if they can't be told apart.
        public let subjects: [SubjectID]
        /// The first of them compared with the first that is recommended.
        public let contest: RankingContest
    }

    /// Several if they can't be told apart by anything.
    public let recommended: [SubjectID]
    /// The criteria by which the first that is recommended is better than every other queue of the ranking.
    public let wins: [RankingCriterion]
    public let alternatives: [Alternative]
    /// Comparisons of the first that is recommended which the rounds don't decide, and more might.
    public let undecided: [RankingContest]

    /// Nil if the ranking isn't conclusive.
    public init?(_ ranking: QueueRanking) {
        guard ranking.isConclusive else { return nil }
        let recommended = Self.choice(ranking, ranking.criteria)
        let best = recommended[0]
        self.recommended = recommended
        let others = ranking.subjects.filter { $0 != best }
        wins = ranking.criteria.filter { criterion in
            others.allSatisfy { ranking.isBetter(best, than: $0, by: criterion) }
        }
        alternatives = ranking.criteria.compactMap { criterion in
            let choice = Self.choice(ranking, [criterion] + ranking.criteria.filter { $0 != criterion })
            guard !choice.contains(best), let contest = ranking.contest(criterion, choice[0], best) else {
                return nil
            }
            return Alternative(criterion: criterion, subjects: choice, contest: contest)
        }
        undecided = ranking.criteria.flatMap { criterion in
            others.compactMap { other in
                ranking.contest(criterion, best, other).flatMap { $0.roundsToDecide == nil ? nil : $0 }
            }
        }
    }

    /// The queues of the front that remain when one criterion after the other decides.
    private static func choice(_ ranking: QueueRanking, _ criteria: [RankingCriterion]) -> [SubjectID] {
        var left = ranking.front
        for criterion in criteria {
            let best = left.filter { one in
                !left.contains { ranking.isBetter($0, than: one, by: criterion) }
            }
            if !best.isEmpty { left = best }
        }
        return left
    }
}
