private import BenchmarkStatistics
private import QueueBenchmarking
private import TextFormats

/// A ranking as JSON.
public struct RankingJSON: Encodable, Sendable {
    struct Queue: Encodable, Sendable {
        let queue: String
        let isOnFront: Bool
        /// By criterion, in the unit of the metric.
        let values: [String: Double]
        /// Two queues with a common letter can't be told apart.
        let letters: [String: String]
    }

    struct Comparison: Encodable, Sendable {
        let criterion: String
        let first: String
        let second: String
        /// The first queue's value divided by the second's.
        let ratio: Double
        let lower: Double?
        let upper: Double?
        let rounds: Int
        let pValue: Double
        let adjustedPValue: Double
        let better: String?
    }

    struct Excluded: Encodable, Sendable {
        let queue: String
        let reason: String
        let hasFailed: Bool
    }

    struct Alternative: Encodable, Sendable {
        let criterion: String
        let queues: [String]
    }

    struct Unit: Encodable, Sendable {
        let metric: String
        let unit: String
    }

    let isConclusive: Bool
    let cases: [String]
    let rounds: Int
    let leastRounds: Int
    let units: [String: Unit]
    let queues: [Queue]
    let comparisons: [Comparison]
    let excluded: [Excluded]
    let recommended: [String]
    let alternatives: [Alternative]
    let recommendation: String
    let changes: [String]

    public init(_ text: RankingText) {
        let (ranking, names) = (text.ranking, text.names)
        let advice = RankingAdvice(ranking)
        let front = Set(ranking.isConclusive ? ranking.front : [])
        let letters = ranking.criteria.map { ($0, ranking.letters($0)) }
        isConclusive = ranking.isConclusive
        cases = ranking.cases.map(\.description)
        rounds = ranking.rounds
        leastRounds = ranking.leastRounds
        units = Dictionary(
            uniqueKeysWithValues: ranking.scores.keys.map {
                ($0.rawValue, Unit(metric: $0.metric.rawValue, unit: $0.metric.unit))
            })
        queues = ranking.subjects.map { subject in
            Queue(
                queue: names[subject], isOnFront: front.contains(subject),
                values: Dictionary(
                    uniqueKeysWithValues: ranking.scores.compactMap { criterion, values in
                        values[subject].map { (criterion.rawValue, $0) }
                    }),
                letters: Dictionary(
                    uniqueKeysWithValues: letters.map { ($0.0.rawValue, $0.1[subject] ?? "") }))
        }
        comparisons = ranking.contests.map { contest in
            Comparison(
                criterion: contest.criterion.rawValue, first: names[contest.first],
                second: names[contest.second], ratio: contest.ratio.point,
                lower: contest.ratio.interval?.lower, upper: contest.ratio.interval?.upper,
                rounds: contest.rounds, pValue: contest.pValue, adjustedPValue: contest.adjusted,
                better: contest.winner.map { names[$0] })
        }
        excluded = ranking.excluded.map {
            Excluded(queue: names[$0.subject], reason: text.reason($0), hasFailed: $0.isWrong)
        }
        recommended = advice?.recommended.map { names[$0] } ?? []
        alternatives =
            advice?.alternatives.map {
                Alternative(criterion: $0.criterion.rawValue, queues: $0.subjects.map { names[$0] })
            } ?? []
        recommendation = text.recommendation
        changes = text.changes
    }

    public var text: String {
        get throws { try JSONText.text(self) }
    }
}
