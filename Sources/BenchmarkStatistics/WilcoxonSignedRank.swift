/// Tests whether the differences of pairs are centered at zero, by the ranks of their magnitudes, two-sided.
///
/// Wilcoxon: *Individual comparisons by ranking methods*, Biometrics Bulletin 1(6), 1945. Pairs without a
/// difference are ignored, as there. The test is exact for up to 50 differences, even with ties; beyond that it
/// uses the normal distribution with the corrections for ties and continuity of Lehmann: *Nonparametrics*, 1975,
/// 3.2.
public struct WilcoxonSignedRank: Hashable, Codable, Sendable {
    /// The distribution that the statistic was compared with.
    public enum Method: String, Codable, Hashable, Sendable {
        /// The exact distribution without ties.
        case exact
        /// The exact distribution given the ties: it counts every assignment of the shared ranks.
        case exactGivenTies
        /// The normal distribution, corrected for ties and continuity.
        case asymptotic
    }

    /// The sum of the ranks of the pairs whose first value is greater.
    public let statistic: Double

    /// The number of pairs that differ.
    public let count: Int

    /// The probability of a statistic at least as extreme, if positive and negative differences are equally likely.
    /// 1 if no pair differs.
    public let pValue: Double

    public let method: Method

    /// - Parameter differences: The first value of each pair minus the second.
    /// - Complexity: O(*n* log *n*), and some tens of thousands of additions if the test is exact.
    public init(_ differences: Sample) {
        let differing = differences.values.filter { $0 != 0 }
        self.init(differing, exact: RankSums.areFew(signed: differing.count))
    }

    /// For tests, which check either method at any count.
    ///
    /// - Precondition: No difference is zero.
    init(_ differences: [Double], exact: Bool) {
        let ranks = Midranks(differences.map(abs))
        let sum = zip(differences, ranks.doubled).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
        statistic = Double(sum) / 2
        count = differences.count
        if exact {
            method = ranks.hasTies ? .exactGivenTies : .exact
            pValue = RankSums(signing: ranks.whole).twoSided(ranks.hasTies ? sum : sum / 2)
        } else {
            method = .asymptotic
            let n = Double(count)
            let variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.tieTerm / 48
            let distance = max(0, abs(statistic - n * (n + 1) / 4) - 0.5)
            pValue = min(1, 2 * NormalDistribution.cumulative(-distance / variance.squareRoot()))
        }
    }
}
