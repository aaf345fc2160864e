private import LinuxPlatform

/// The size from which on a curve that was measured at several sizes stays at or above a level.
///
/// Between two sizes the curve is interpolated linearly over the logarithm of the size. The curve is that of the medians
/// over the rounds; the interval resamples whole rounds, because what disturbs a round disturbs all its sizes
/// (percentile interval: Efron, Tibshirani: *An Introduction to the Bootstrap*, 1993).
public struct LevelCrossing: Hashable, Sendable {
    /// A size, or that it lies outside of those that were measured. Ordered by size.
    public enum Size: Hashable, Comparable, Sendable {
        /// Already at the smallest size, which is this one, and at all others the curve isn't below the level.
        case below(Double)
        /// Here the curve reaches the level for good.
        case at(Double)
        /// Even at the largest size, which is this one, the curve is below the level.
        case above(Double)
    }

    /// Covers the true size in the fraction `confidence` of all such experiments. An end that isn't a size leaves the
    /// interval open there.
    public struct Interval: Hashable, Sendable {
        public let lower: Size
        public let upper: Size
        /// From 0 to 1, as in 0.95.
        public let confidence: Double
    }

    /// Why nothing can be said.
    public enum Refusal: Error, Hashable, Sendable {
        /// One size has no curve.
        case tooFewSizes(Int)
        case noRounds
        /// The round at this position lacks a value for some size.
        case incompleteRound(Int)
        /// A size isn't a positive, finite number, and has no logarithm.
        case noLogarithm(Double)
    }

    public let size: Size
    /// Nil if there are too few rounds for an interval of a median.
    public let interval: Interval?
    /// Whether the curve also was at or above the level at a size below one where it was not.
    public let isRepeated: Bool

    /// - Parameters:
    ///   - sizes: In ascending order.
    ///   - rounds: For each round the value at each size.
    ///   - level: What the curve has to reach.
    ///   - bootstrap: The settings of the interval.
    /// - Complexity: O(`bootstrap.resamples` · *sr* log *r*) for *r* rounds of *s* sizes.
    public init(
        sizes: [Double], rounds: [[Double]], level: Double, bootstrap: Bootstrap
    ) throws(Refusal) {
        guard sizes.count > 1 else { throw .tooFewSizes(sizes.count) }
        for size in sizes where !(size > 0 && size.isFinite) { throw .noLogarithm(size) }
        precondition(zip(sizes, sizes.dropFirst()).allSatisfy(<), "sizes must ascend")
        guard !rounds.isEmpty else { throw .noRounds }
        if let position = rounds.firstIndex(where: { $0.count != sizes.count }) {
            throw .incompleteRound(position)
        }
        let logarithms = sizes.map { log($0) }
        /// The logarithm of the crossing in some rounds, which may occur several times; infinite outside of the sizes.
        func crossing(_ indices: [Int]) -> Double {
            Self.crossing(of: Self.medians(rounds, indices), over: logarithms, level)
        }
        let medians = Self.medians(rounds, Array(rounds.indices))
        size = Self.size(Self.crossing(of: medians, over: logarithms, level), sizes)
        let isAtLevel = medians.map { $0 >= level }
        isRepeated = zip(isAtLevel, isAtLevel.dropFirst()).contains { $0 && !$1 }
        guard bootstrap.canCoverMedian(rounds.count) else {
            interval = nil
            return
        }
        let distribution = bootstrap.resampled(rounds.count, crossing)
        let tail = (1 - bootstrap.confidence) / 2
        // Order statistics, because nothing lies between a size and infinity.
        let rank = Int(tail * Double(distribution.count))
        interval = Interval(
            lower: Self.size(distribution[rank], sizes),
            upper: Self.size(distribution[distribution.count - 1 - rank], sizes),
            confidence: bootstrap.confidence)
    }

    private static func medians(_ rounds: [[Double]], _ indices: [Int]) -> [Double] {
        rounds[0].indices.map { size in
            var values = indices.map { rounds[$0][size] }
            return Sample.median(sorting: &values)
        }
    }

    private static func crossing(of curve: [Double], over logarithms: [Double], _ level: Double) -> Double {
        guard let last = curve.lastIndex(where: { $0 < level }) else { return -.infinity }
        if last == curve.count - 1 { return .infinity }
        let part = (level - curve[last]) / (curve[last + 1] - curve[last])
        return logarithms[last] + part * (logarithms[last + 1] - logarithms[last])
    }

    private static func size(_ logarithm: Double, _ sizes: [Double]) -> Size {
        if logarithm == .infinity { return .above(sizes[sizes.count - 1]) }
        return logarithm == -.infinity ? .below(sizes[0]) : .at(exp(logarithm))
    }
}
