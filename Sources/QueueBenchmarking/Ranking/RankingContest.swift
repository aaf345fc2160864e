public import BenchmarkStatistics
private import LinuxPlatform

/// Two queues compared by one criterion.
public struct RankingContest: Sendable {
    public let criterion: RankingCriterion
    public let first: SubjectID
    public let second: SubjectID
    /// The first queue's value divided by the second's, with its interval.
    public let ratio: Estimate
    /// The number of rounds that both have.
    public let rounds: Int
    /// The probability of such differences between equal queues.
    public let pValue: Double
    /// The same after the correction for all comparisons.
    public internal(set) var adjusted = 1.0

    /// A p-value above this doesn't tell queues apart.
    public static let level = 0.05
    /// A difference below this, as a part of the value, doesn't matter, however certain it is.
    public static let leastDifference = 0.01

    /// Compares in pairs: the values of one round were measured one after the other, so that drift cancels.
    ///
    /// `WilcoxonSignedRank` tests the logarithms, and `HodgesLehmann` estimates the ratio and its interval by the same
    /// ranks. Nil if there is no round.
    init?(
        _ criterion: RankingCriterion, _ first: SubjectID, _ second: SubjectID, _ values: RankingValues
    ) {
        let logarithms = values.logarithms[criterion]
        guard let one = logarithms?[first], let other = logarithms?[second],
            let differences = Sample(zip(one, other).map { $0 - $1 })
        else { return nil }
        self.criterion = criterion
        self.first = first
        self.second = second
        rounds = differences.count
        let center = HodgesLehmann().center(differences)
        ratio = Estimate(
            point: exp(center.point),
            interval: center.interval.map {
                Estimate.Interval(lower: exp($0.lower), upper: exp($0.upper), confidence: $0.confidence)
            })
        pValue = WilcoxonSignedRank(differences).pValue
    }

    /// The queue that is better; nil if they can't be told apart.
    public var winner: SubjectID? {
        guard adjusted <= Self.level, abs(log(ratio.point)) >= log(1 + Self.leastDifference) else {
            return nil
        }
        return ratio.point < 1 ? first : second
    }

    /// The same seen from the other queue.
    public var swapped: RankingContest {
        var copy = RankingContest(
            criterion: criterion, first: second, second: first,
            ratio: Estimate(
                point: 1 / ratio.point,
                interval: ratio.interval.map {
                    Estimate.Interval(lower: 1 / $0.upper, upper: 1 / $0.lower, confidence: $0.confidence)
                }), rounds: rounds, pValue: pValue)
        copy.adjusted = adjusted
        return copy
    }

    private init(
        criterion: RankingCriterion, first: SubjectID, second: SubjectID, ratio: Estimate, rounds: Int,
        pValue: Double
    ) {
        self.criterion = criterion
        self.first = first
        self.second = second
        self.ratio = ratio
        self.rounds = rounds
        self.pValue = pValue
    }

    /// About how many rounds would tell the queues apart, if the differences go on as they were; nil if they are apart, or
    /// equal in all that can be seen.
    ///
    /// The interval gets narrower with the square root of the number of rounds.
    public var roundsToDecide: Int? {
        guard winner == nil, let interval = ratio.interval else { return nil }
        let difference = abs(log(ratio.point))
        guard difference >= log(1 + Self.leastDifference) else { return nil }
        let half = log(interval.upper / interval.lower) / 2
        let factor = half / difference
        return Int((Double(rounds) * max(1, factor * factor) * 1.5).rounded(.up))
    }

    /// The fewest rounds in which one of so many comparisons can come out: with fewer, not even differences that all have
    /// the same sign are unlikely enough.
    public static func leastRounds(comparisons: Int) -> Int {
        (1...).first { pow(0.5, Double($0 - 1)) * Double(max(comparisons, 1)) <= level }!
    }
}
