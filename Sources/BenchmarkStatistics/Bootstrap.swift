private import LinuxPlatform
internal import RandomNumbers

/// Intervals by resampling: draws samples of the same size from the sample, with replacement, and looks at how
/// much the statistic moves.
///
/// Efron, Tibshirani: *An Introduction to the Bootstrap*, 1993. Seeded: the same sample, settings and seed give
/// the same interval, on every machine.
public struct Bootstrap: Hashable, Codable, Sendable {
    /// How many samples are drawn.
    public let resamples: Int
    /// Of the interval, as in 0.95.
    public let confidence: Double
    public let seed: UInt64

    /// - Precondition: `resamples` is positive, and `confidence` lies between 0 and 1.
    public init(resamples: Int = 2_000, confidence: Double = 0.95, seed: UInt64) {
        precondition(resamples > 0, "an interval needs at least one resample")
        precondition(confidence > 0 && confidence < 1, "a confidence of \(confidence) can't be reached")
        self.resamples = resamples
        self.confidence = confidence
        self.seed = seed
    }

    // MARK: Estimates

    /// The median, with the percentile interval.
    ///
    /// No interval with so few values that none can be that sure: fewer than six at 0.95.
    public func median(_ sample: Sample) -> Estimate {
        guard canCoverMedian(sample.count) else { return Estimate(point: sample.median, interval: nil) }
        let distribution = resampled(sample.count) { indices in
            var values = indices.map { sample.values[$0] }
            return Sample.median(sorting: &values)
        }
        return Estimate(point: sample.median, interval: percentileInterval(distribution))
    }

    /// The median of `numerator` divided by the median of `denominator`, where the values at one position were
    /// measured next to each other: pairs are drawn whole, so that what drifts for both cancels.
    ///
    /// - Precondition: Both have the same number of values.
    /// - Returns: Nil if the denominator has a value that isn't positive: the ratio has no bounds then.
    public func ratioOfMedians(paired numerator: Sample, _ denominator: Sample) -> Estimate? {
        precondition(numerator.count == denominator.count, "pairs have two members")
        guard denominator.minimum > 0 else { return nil }
        let point = numerator.median / denominator.median
        guard canCoverMedian(numerator.count) else { return Estimate(point: point, interval: nil) }
        let distribution = resampled(numerator.count) { indices in
            var above = indices.map { numerator.values[$0] }
            var below = indices.map { denominator.values[$0] }
            return Sample.median(sorting: &above) / Sample.median(sorting: &below)
        }
        return Estimate(point: point, interval: percentileInterval(distribution))
    }

    /// Whether so many values allow an interval of their median: one that lies within them covers the true median
    /// with a probability of at most 1 − 2·2⁻ⁿ, which is the chance that not all lie on one side of it. At 0.95 that
    /// takes six.
    func canCoverMedian(_ count: Int) -> Bool { 1 - 2 * pow(0.5, Double(count)) >= confidence }

    /// The fewest values that allow an interval of their median, or of a ratio of medians.
    public var leastValuesForMedian: Int { (1...).first(where: canCoverMedian)! }

    // MARK: Resampling

    /// The statistic of each resample, ascending.
    private func resampled(_ count: Int, _ statistic: ([Int]) -> Double) -> [Double] {
        var random = Xoshiro256(seed: seed)
        var indices = [Int](repeating: 0, count: count)
        var distribution: [Double] = []
        distribution.reserveCapacity(resamples)
        for _ in 0..<resamples {
            for position in indices.indices { indices[position] = random.next(below: count) }
            distribution.append(statistic(indices))
        }
        return distribution.sorted()
    }

    // MARK: Intervals

    /// The quantiles of the resampled statistics, which are ascending.
    func percentileInterval(_ distribution: [Double]) -> Estimate.Interval {
        Estimate.Interval(
            lower: Sample.quantile((1 - confidence) / 2, ofSorted: distribution),
            upper: Sample.quantile((1 + confidence) / 2, ofSorted: distribution), confidence: confidence)
    }
}
