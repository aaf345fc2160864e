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

    /// How an interval is read off the resampled statistics.
    public enum Method: String, Codable, Hashable, Sendable {
        /// The quantiles of the resampled statistics. For a median, whose jackknife is inconsistent (Efron,
        /// *The Jackknife, the Bootstrap and Other Resampling Plans*, 1982, 3.4), so that the other method's
        /// acceleration means nothing.
        case percentile
        /// Quantiles corrected for bias and for a spread that depends on the value: bias-corrected and
        /// accelerated (Efron: *Better bootstrap confidence intervals*, JASA 82, 1987). For smooth statistics,
        /// such as means.
        case biasCorrectedAccelerated
    }

    // MARK: Estimates

    /// The median, with the percentile interval.
    ///
    /// No interval with so few values that none can be that sure: fewer than six at 0.95.
    public func median(_ sample: Sample) -> Estimate {
        guard canCoverMedian(sample.count) else { return Estimate(point: sample.median, interval: nil) }
        return estimate(sample, method: .percentile) { Sample.median(sorting: &$0) }
    }

    /// Any statistic, with its interval.
    ///
    /// - Parameters:
    ///   - sample: What was measured.
    ///   - method: How the interval is read from the resamples.
    ///   - statistic: Computes the statistic; its argument is working space that it may reorder.
    /// - Complexity: O(`resamples`) computations of the statistic, and *n* more for the accelerated method.
    public func estimate(
        _ sample: Sample, method: Method, statistic: (inout [Double]) -> Double
    ) -> Estimate {
        let point = applied(statistic, to: sample.values)
        guard sample.count > 1 else { return Estimate(point: point, interval: nil) }
        let distribution = resampled(sample.count) { indices in
            applied(statistic, to: indices.map { sample.values[$0] })
        }
        switch method {
        case .percentile:
            return Estimate(point: point, interval: percentileInterval(distribution))
        case .biasCorrectedAccelerated:
            let jackknife = sample.values.indices.map { left in
                var rest = sample.values
                rest.remove(at: left)
                return applied(statistic, to: rest)
            }
            return Estimate(
                point: point, interval: acceleratedInterval(distribution, point: point, jackknife: jackknife))
        }
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

    /// The median of `numerator` divided by the median of `denominator`, where the values of one have nothing
    /// to do with those of the other, as from processes of their own: each is resampled by itself.
    ///
    /// - Returns: Nil if the denominator has a value that isn't positive: the ratio has no bounds then.
    public func ratioOfMedians(_ numerator: Sample, _ denominator: Sample) -> Estimate? {
        guard denominator.minimum > 0 else { return nil }
        let point = numerator.median / denominator.median
        guard canCoverMedian(numerator.count), canCoverMedian(denominator.count) else {
            return Estimate(point: point, interval: nil)
        }
        var random = Xoshiro256(seed: seed)
        let distribution = (0..<resamples).map { _ in
            var above = drawn(from: numerator.values, using: &random)
            var below = drawn(from: denominator.values, using: &random)
            return Sample.median(sorting: &above) / Sample.median(sorting: &below)
        }
        return Estimate(point: point, interval: percentileInterval(distribution.sorted()))
    }

    /// Whether so many values bear an interval of their median: one that lies within them covers the true median
    /// with a probability of at most 1 − 2·2⁻ⁿ, which is the chance that not all lie on one side of it. At 0.95 that
    /// takes six.
    func canCoverMedian(_ count: Int) -> Bool { 1 - 2 * pow(0.5, Double(count)) >= confidence }

    /// The fewest values that bear an interval of their median, or of a ratio of medians.
    public var leastValuesForMedian: Int { (1...).first(where: canCoverMedian)! }

    // MARK: Resampling

    private func drawn(from values: [Double], using random: inout Xoshiro256) -> [Double] {
        values.map { _ in values[random.next(below: values.count)] }
    }

    private func applied(_ statistic: (inout [Double]) -> Double, to values: [Double]) -> Double {
        var values = values
        return statistic(&values)
    }

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

    func percentileInterval(_ distribution: [Double]) -> Estimate.Interval {
        interval(distribution, (1 - confidence) / 2, (1 + confidence) / 2)
    }

    private func acceleratedInterval(
        _ distribution: [Double], point: Double, jackknife: [Double]
    ) -> Estimate.Interval? {
        // The bias: how far from its middle the point lies in the distribution. Ties count half.
        let below = distribution.count { $0 < point }
        let upTo = distribution.count { $0 <= point }
        let bias = NormalDistribution.quantile(Double(below + upTo) / Double(2 * distribution.count))
        let mean = jackknife.reduce(0, +) / Double(jackknife.count)
        let cubes = jackknife.reduce(0) { $0 + (mean - $1) * (mean - $1) * (mean - $1) }
        let squares = jackknife.reduce(0) { $0 + (mean - $1) * (mean - $1) }
        // A statistic that no single value moves has no acceleration.
        let acceleration = squares == 0 ? 0 : cubes / (6 * squares * squares.squareRoot())
        func corrected(_ probability: Double) -> Double {
            let shifted = bias + NormalDistribution.quantile(probability)
            return NormalDistribution.cumulative(bias + shifted / (1 - acceleration * shifted))
        }
        // Every resample lies on one side of the point: they can't tell how far the point is off.
        guard bias.isFinite else { return nil }
        return interval(distribution, corrected((1 - confidence) / 2), corrected((1 + confidence) / 2))
    }

    private func interval(_ distribution: [Double], _ low: Double, _ high: Double) -> Estimate.Interval {
        Estimate.Interval(
            lower: Sample.quantile(low, ofSorted: distribution),
            upper: Sample.quantile(high, ofSorted: distribution), confidence: confidence)
    }
}
