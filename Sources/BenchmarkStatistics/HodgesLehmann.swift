/// Estimates the location of a sample by ranks. Outliers hardly move the estimate, and its interval assumes no
/// particular distribution.
///
/// Hodges, Lehmann: *Estimates of location based on rank tests*, Annals of Mathematical Statistics 34(2), 1963. The
/// interval holds the values that ``WilcoxonSignedRank`` would not reject (Hollander, Wolfe, Chicken:
/// *Nonparametric Statistical Methods*, 2014, 3.3), by the critical values of the exact distribution. It is closed,
/// so that ties only raise its coverage (Lehmann: *Nonparametrics*, 1975, 2.6). There is no interval if the sample
/// is too small to reach the confidence: 0.95 takes six values.
public struct HodgesLehmann: Hashable, Codable, Sendable {
    /// The confidence of the interval, as in 0.95.
    public let confidence: Double

    /// - Precondition: `confidence` lies between 0 and 1.
    public init(confidence: Double = 0.95) {
        precondition(confidence > 0 && confidence < 1, "a confidence of \(confidence) can't be reached")
        self.confidence = confidence
    }

    /// The pseudo-median of the sample: the median of the means of all pairs of values, where each value is also
    /// paired with itself (Walsh averages). Assumes a symmetric distribution.
    ///
    /// - Complexity: O(*n*² log *n*), and space for *n*² ÷ 2 values.
    public func center(_ sample: Sample) -> Estimate {
        estimate(ofSorted: Self.walshAverages(sample.values).sorted(), rank: rank(signed: sample.count))
    }

    /// The pseudo-median with one interval for each of `confidences`. Sorts the averages once.
    ///
    /// - Precondition: Each confidence lies between 0 and 1.
    public static func centers(_ sample: Sample, confidences: [Double]) -> [Estimate] {
        let averages = walshAverages(sample.values).sorted()
        return confidences.map { confidence in
            let one = HodgesLehmann(confidence: confidence)
            return one.estimate(ofSorted: averages, rank: one.rank(signed: sample.count))
        }
    }

    // MARK: Order statistics

    private var tail: Double { (1 - confidence) / 2 }

    private static func walshAverages(_ values: [Double]) -> [Double] {
        var averages: [Double] = []
        averages.reserveCapacity(values.count * (values.count + 1) / 2)
        for (index, one) in values.enumerated() {
            for other in values[index...] { averages.append(one + (other - one) / 2) }
        }
        return averages
    }

    /// The rank of the interval's ends among the averages: the number of smallest rank sums with a total
    /// probability of at most the tail.
    private func rank(signed count: Int) -> Int {
        if RankSums.areFew(signed: count) {
            return RankSums(signing: Array(1...count)).count(withinTail: tail)
        }
        // The normal distribution with the correction for continuity.
        let n = Double(count)
        let (mean, variance) = (n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24)
        let bound = mean + NormalDistribution.quantile(tail) * variance.squareRoot() + 0.5
        return max(0, Int(bound.rounded(.down)))
    }

    /// The median, with the interval between the averages at `rank` from below and from above, counted from 1.
    private func estimate(ofSorted sorted: [Double], rank: Int) -> Estimate {
        let point = Sample.quantile(0.5, ofSorted: sorted)
        guard rank > 0 else { return Estimate(point: point, interval: nil) }
        return Estimate(
            point: point,
            interval: Estimate.Interval(
                lower: sorted[rank - 1], upper: sorted[sorted.count - rank], confidence: confidence))
    }
}
