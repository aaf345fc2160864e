internal import QueueBenchmarking

extension RankingText {
    /// One line.
    public var recommendation: String {
        ranking.isConclusive ? "Recommendation: t" + verdict.dropFirst() : "No recommendation: " + obstacle
    }

    /// The recommendation alone, as in "Take lock; it is the best by throughput.", or why there is none.
    var verdict: String {
        guard let advice = RankingAdvice(ranking) else { return "None: " + obstacle }
        let queues = advice.recommended.map { names[$0] }
        guard queues.count == 1 else {
            return
                "Take \(Self.list(queues, "or")); nothing that was measured tells them apart."
        }
        let wins = advice.wins.map(Self.phrase)
        let rest = ranking.criteria.filter { criterion in
            !advice.wins.contains(criterion) && !advice.alternatives.contains { $0.criterion == criterion }
        }.map(Self.phrase)
        let isFirst = wins.isEmpty ? nil : "it is the best by \(Self.list(wins, "and"))"
        let isUnbeaten = rest.isEmpty ? nil : "no other is better by \(Self.list(rest, "or"))"
        let reasons = [isFirst, isUnbeaten].compactMap(\.self)
        return "Take \(queues[0])"
            + (reasons.isEmpty
                ? ", which comes first where throughput matters most."
                : "; \(reasons.joined(separator: ", and ")).")
    }

    private var obstacle: String {
        if ranking.cases.isEmpty { return "the queues have no case in common." }
        if ranking.subjects.count < 2 {
            return "it takes two queues, and there is \(ranking.subjects.count)."
        }
        if ranking.scores.isEmpty { return "there is nothing to compare them by." }
        let count = ranking.subjects.count
        return "\(ranking.rounds) rounds can't tell \(count) queues apart. Measure again with --rounds "
            + "\(QueueRanking.goodRounds(queues: count))."
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

    static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}
