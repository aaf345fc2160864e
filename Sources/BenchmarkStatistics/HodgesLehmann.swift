/// Where a sample lies, estimated by ranks: outliers hardly move it, and its interval assumes no particular distribution.
///
/// Hodges, Lehmann: *Estimates of location based on rank tests*, Annals of Mathematical Statistics 34(2), 1963. The
/// interval holds the values that ``WilcoxonSignedRank`` wouldn't reject (Hollander, Wolfe, Chicken: *Nonparametric
/// Statistical Methods*, 2014, 3.3), by the same limits for the exact distribution. Its ends belong to it, so that ties only
/// make it cover more than it promises (Lehmann: *Nonparametrics*, 1975, 2.6). There is none if so few values can't reach
/// the confidence: for 0.95 it takes six.
public struct HodgesLehmann: Hashable, Codable, Sendable {
    /// Of the interval, as in 0.95.
    public let confidence: Double

    /// - Precondition: `confidence` lies between 0 and 1.
    public init(confidence: Double = 0.95) {
        precondition(confidence > 0 && confidence < 1, "a confidence of \(confidence) can't be reached")
        self.confidence = confidence
    }

    /// The pseudo-median of the sample: the median of the means of all pairs of values, each value paired with itself too
    /// (Walsh averages). Assumes that the distribution is symmetric.
    ///
    /// - Complexity: O(*n*² log *n*), and space for *n*² ÷ 2 values.
    public func center(_ sample: Sample) -> Estimate {
        estimate(ofSorted: Self.walshAverages(sample.values).sorted(), place: place(signed: sample.count))
    }

    /// The same with an interval of each of `confidences`: the work of one, since all are places in one order.
    ///
    /// - Precondition: Each confidence lies between 0 and 1.
    public static func centers(_ sample: Sample, confidences: [Double]) -> [Estimate] {
        let averages = walshAverages(sample.values).sorted()
        return confidences.map { confidence in
            let one = HodgesLehmann(confidence: confidence)
            return one.estimate(ofSorted: averages, place: one.place(signed: sample.count))
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

    /// How many statistics, from 0 up, have together a probability of at most the tail.
    private func place(signed count: Int) -> Int {
        if RankSums.areFew(signed: count) {
            return RankSums(signing: Array(1...count)).count(withinTail: tail)
        }
        // By the normal distribution, with the correction for continuity.
        let n = Double(count)
        let (mean, variance) = (n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24)
        let bound = mean + NormalDistribution.quantile(tail) * variance.squareRoot() + 0.5
        return max(0, Int(bound.rounded(.down)))
    }

    /// The median, and the interval between the values at `place`, counted from 1, from below and from above.
    private func estimate(ofSorted sorted: [Double], place: Int) -> Estimate {
        let point = Sample.quantile(0.5, ofSorted: sorted)
        guard place > 0 else { return Estimate(point: point, interval: nil) }
        return Estimate(
            point: point,
            interval: Estimate.Interval(
                lower: sorted[place - 1], upper: sorted[sorted.count - place], confidence: confidence))
    }
}
