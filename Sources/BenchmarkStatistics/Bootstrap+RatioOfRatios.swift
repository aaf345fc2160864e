private import LinuxPlatform
internal import RandomNumbers

extension Bootstrap {
    /// Two samples that were measured in pairs: values at the same position belong together.
    public struct Pairs: Hashable, Sendable {
        public let numerator: Sample
        public let denominator: Sample

        /// - Precondition: Both samples have the same number of values.
        public init(_ numerator: Sample, _ denominator: Sample) {
            precondition(numerator.count == denominator.count, "pairs have two members")
            self.numerator = numerator
            self.denominator = denominator
        }

        var ratio: Double { numerator.median / denominator.median }

        fileprivate func resampledRatio(using random: inout Xoshiro256) -> Double {
            let indices = numerator.values.map { _ in random.next(below: numerator.count) }
            var above = indices.map { numerator.values[$0] }
            var below = indices.map { denominator.values[$0] }
            return Sample.median(sorting: &above) / Sample.median(sorting: &below)
        }
    }

    /// The geometric mean of the ratios of medians of several independent sets of pairs, for example of different
    /// cases. Each set is resampled by pairs, independently of the other sets. Sets whose ratio isn't positive are
    /// ignored.
    ///
    /// - Returns: Nil if no set is left. The estimate has no interval if one of the sets is too small for it.
    /// - Complexity: O(`resamples` · *n* log *n*).
    public func geometricMean(ofRatios sets: [Pairs]) -> Estimate? {
        let sets = sets.filter { $0.denominator.minimum > 0 && $0.numerator.median > 0 }
        guard !sets.isEmpty else { return nil }
        func mean(_ ratio: (Pairs) -> Double) -> Double {
            exp(sets.reduce(0) { $0 + log(ratio($1)) } / Double(sets.count))
        }
        let point = mean(\.ratio)
        guard sets.allSatisfy({ canCoverMedian($0.numerator.count) }) else {
            return Estimate(point: point, interval: nil)
        }
        var random = Xoshiro256(seed: seed)
        let distribution = (0..<resamples).map { _ in mean { $0.resampledRatio(using: &random) } }
        return Estimate(point: point, interval: percentileInterval(distribution.sorted()))
    }

    /// The ratio of medians of one set of pairs, divided by that of an independent set, for example from another
    /// run. Each set is resampled by pairs, independently of the other.
    ///
    /// - Returns: Nil if a denominator isn't positive: the quotient then has no bounds.
    /// - Complexity: O(`resamples` · *n* log *n*).
    public func ratioOfRatios(_ pairs: Pairs, over others: Pairs) -> Estimate? {
        guard pairs.denominator.minimum > 0, others.numerator.minimum > 0, others.denominator.minimum > 0
        else { return nil }
        let point = pairs.ratio / others.ratio
        guard canCoverMedian(pairs.numerator.count), canCoverMedian(others.numerator.count) else {
            return Estimate(point: point, interval: nil)
        }
        var random = Xoshiro256(seed: seed)
        let distribution = (0..<resamples).map { _ in
            pairs.resampledRatio(using: &random) / others.resampledRatio(using: &random)
        }
        return Estimate(point: point, interval: percentileInterval(distribution.sorted()))
    }
}
