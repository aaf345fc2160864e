private import LinuxPlatform
internal import RandomNumbers

/// Intervals by resampling: draws samples of the same size from the sample, with replacement, and measures how much
/// the statistic varies.
///
/// Efron, Tibshirani: *An Introduction to the Bootstrap*, 1993. The same sample, settings and seed give the same
/// interval on every machine.
public struct Bootstrap: Hashable, Codable, Sendable {
    /// The number of samples to draw.
    public let resamples: Int
    /// The confidence of the intervals, as in 0.95.
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

    /// The median with its percentile interval.
    ///
    /// There is no interval if the sample is too small to reach the confidence: fewer than six values at 0.95.
    public func median(_ sample: Sample) -> Estimate {
        guard canCoverMedian(sample.count) else { return Estimate(point: sample.median, interval: nil) }
        let distribution = resampled(sample.count) { indices in
            var values = indices.map { sample.values[$0] }
            return Sample.median(sorting: &values)
        }
        return Estimate(point: sample.median, interval: percentileInterval(distribution))
    }

    /// The median of `numerator` divided by the median of `denominator`, where values at the same position were
    /// measured together. Pairs are drawn whole, so that a drift that affects both cancels.
    ///
    /// - Precondition: Both have the same number of values.
    /// - Returns: Nil if the denominator has a value that isn't positive: the ratio then has no bounds.
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

    /// Whether a sample of this size allows an interval of its median. The median is outside the range of *n*
    /// values with probability 2·2⁻ⁿ, so no interval within the range can have a confidence above 1 − 2·2⁻ⁿ. At
    /// 0.95 that takes six values.
    func canCoverMedian(_ count: Int) -> Bool { 1 - 2 * pow(0.5, Double(count)) >= confidence }

    /// The smallest sample that allows an interval of its median, or of a ratio of medians.
    public var leastValuesForMedian: Int { (1...).first(where: canCoverMedian)! }

    // MARK: Resampling

    /// The statistic of each resample, in ascending order.
    func resampled(_ count: Int, _ statistic: ([Int]) -> Double) -> [Double] {
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

    /// The percentile interval of resampled statistics in ascending order.
    func percentileInterval(_ distribution: [Double]) -> Estimate.Interval {
        Estimate.Interval(
            lower: Sample.quantile((1 - confidence) / 2, ofSorted: distribution),
            upper: Sample.quantile((1 + confidence) / 2, ofSorted: distribution), confidence: confidence)
    }
}
