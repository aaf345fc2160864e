/// Tests whether two independent samples come from the same distribution, by their ranks, two-sided.
///
/// Mann, Whitney: *On a test of whether one of two random variables is stochastically larger than the other*,
/// Annals of Mathematical Statistics 18(1), 1947. Exact, also with ties, as long as the product of the counts
/// is at most 2,500; beyond that by the normal distribution, with the corrections for ties and continuity of
/// Lehmann: *Nonparametrics*, 1975, 1.3 and 1.4.
public struct MannWhitney: Hashable, Codable, Sendable {
    public typealias Method = NullDistribution

    /// In how many of all pairs the value of the first sample is greater than that of the second; pairs of
    /// equal values count half.
    public let statistic: Double

    /// The probability of a statistic at least as far out, if both samples come from the same distribution.
    public let pValue: Double

    public let method: Method

    /// - Complexity: O((*n* + *m*) log (*n* + *m*)), and some tens of millions of additions at most if it is
    ///   exact.
    public init(_ first: Sample, _ second: Sample) {
        self.init(first, second, exact: RankSums.areFew(first.count, second.count))
    }

    /// For the tests, which compare either method with what is known, whatever the counts.
    init(_ first: Sample, _ second: Sample, exact: Bool) {
        let ranks = Midranks(first.values + second.values)
        let (n, m) = (Double(first.count), Double(second.count))
        statistic = Double(ranks.doubled.prefix(first.count).reduce(0, +)) / 2 - n * (n + 1) / 2
        if exact {
            method = ranks.hasTies ? .exactGivenTies : .exact
            let whole = ranks.whole
            let smaller =
                first.count <= second.count ? whole.prefix(first.count) : whole.suffix(second.count)
            pValue = RankSums(choosing: smaller.count, of: whole).twoSided(smaller.reduce(0, +))
        } else {
            method = .asymptotic
            let total = n + m
            let variance = n * m / 12 * (total + 1 - ranks.tieTerm / (total * (total - 1)))
            // All values equal: nothing tells the samples apart.
            guard variance > 0 else {
                pValue = 1
                return
            }
            let distance = abs(statistic - n * m / 2) - 0.5
            pValue = min(1, 2 * NormalDistribution.cumulative(-distance / variance.squareRoot()))
        }
    }
}
