internal import RandomNumbers

/// Finds where the distribution of a series changes, by hierarchical division: E-divisive.
///
/// Splits the series where its parts differ most, by the energy distance, then the parts in the same way, until a
/// permutation test finds no further difference. It assumes no distribution, and outliers that come singly are no change.
///
/// Matteson, James: *A nonparametric approach for multiple change point analysis of multivariate data*, Journal of the
/// American Statistical Association 109(505), 2014. Daly et al. use it: *The use of change point detection to identify
/// software performance regressions in a continuous integration system*, ICPE 2020. The permutations end early where the
/// p-value is known well enough: Besag, Clifford: *Sequential Monte Carlo p-values*, Biometrika 78(2), 1991.
///
/// If all orders of the values are as likely, as in independent runs of equal programs, a series without a change has a change
/// point with a probability of at most ``significance``, whatever the distribution and the length. On a machine whose speed
/// wanders, each value depends on the one before. Such series look as if they had steps, and the test finds many more. With a
/// ``correlation`` a second test follows, in which the permuted values depend on each other in the same way, and the greater p-value
/// counts. So the bound above still holds, and for values that depend on each other it holds approximately.
///
/// Only the first division has that bound: each further one is tested at ``significance`` again.
///
/// The same values and seed give the same change points on every machine.
public struct EDivisive: Hashable, Sendable {
    /// The greatest p-value of a change point.
    public let significance: Double
    /// The greatest number of permutations of a test. The least p-value is 1 divided by one more.
    public let permutations: Int
    /// How much each value is assumed to depend on the one before, as ``Autocorrelation`` estimates it.
    public let correlation: Double
    public let seed: UInt64

    /// The fewest values of a part: the distance within a part takes two.
    public static var leastPart: Int { 2 }

    /// - Precondition: `significance` lies between 0 and 1, `permutations` suffice to reach it, and `correlation` is from 0 up to 1.
    public init(significance: Double = 0.01, permutations: Int = 999, correlation: Double = 0, seed: UInt64) {
        precondition(significance > 0 && significance < 1, "a significance of \(significance) makes no test")
        precondition(
            significance * Double(permutations + 1) >= 1,
            "\(permutations) permutations can't give a p-value of \(significance)")
        precondition((0..<1).contains(correlation), "a correlation of \(correlation) can't be allowed for")
        self.significance = significance
        self.permutations = permutations
        self.correlation = correlation
        self.seed = seed
    }

    /// What was found in a series.
    public struct Outcome: Hashable, Sendable {
        /// The p-value of the hypothesis that the series has no change; 1 if it can't be tested, as a constant one.
        public let pValue: Double
        /// In the order of the series.
        public let divisions: [Division]
    }

    /// A place where the series was divided.
    public struct Division: Hashable, Sendable {
        /// The index of the first value after it.
        public let index: Int
        /// The p-value of the test at which it was found.
        public let pValue: Double
    }

    /// The fewest values of a series that is tested. A step in the middle of *n* values is as clear in two of the C(*n*, *n*/2) ways to
    /// divide them, so its p-value is about 2 ÷ C(*n*, *n*/2): 0.8% for ten values. Fewer could show a change only where the second
    /// part ends before the series does.
    public var leastValues: Int {
        ((2 * Self.leastPart)...).first { canReach($0 / 2, of: $0) }!
    }

    /// Whether a step between the first `place` of some values and the others can reach the significance.
    public func canReach(_ place: Int, of count: Int) -> Bool {
        let least = min(place, count - place)
        guard least >= Self.leastPart else { return false }
        let ways = (1...least).reduce(1.0) { $0 * Double(count - least + $1) / Double($1) }
        return 2 / ways <= significance
    }

    /// The change points of a series.
    ///
    /// - Parameters:
    ///   - values: The series, in order.
    ///   - boundaries: The indices that a division may have; nil for all. With several runs of one commit, a division
    ///     between two of them would make no sense.
    ///   - most: The number of divisions after which to stop.
    /// - Precondition: The values are finite.
    /// - Complexity: O(*k* · *r* · *n*²), for *k* change points and *r* permutations.
    public func divide(_ values: [Double], at boundaries: Set<Int>? = nil, most: Int = .max) -> Outcome {
        precondition(values.allSatisfy(\.isFinite), "a series has finite values")
        var random = Xoshiro256(seed: seed)
        var segments = [segment(values, 0..<values.count, boundaries)]
        var divisions: [Division] = []
        var first: Double?
        while divisions.count < most, let found = Self.best(&segments) {
            let range = segments[found.segment].range
            let index = range.lowerBound + found.position
            var pValue = pValue(of: found.statistic, correlation: 0, &segments, &random)
            if correlation > 0, pValue <= significance {
                pValue = max(
                    pValue, self.pValue(of: found.statistic, correlation: correlation, &segments, &random))
            }
            first = first ?? pValue
            guard pValue <= significance else { break }
            divisions.append(Division(index: index, pValue: pValue))
            segments.replaceSubrange(
                found.segment...found.segment,
                with: [range.lowerBound..<index, index..<range.upperBound].map {
                    segment(values, $0, boundaries)
                })
        }
        return Outcome(pValue: first ?? 1, divisions: divisions.sorted { $0.index < $1.index })
    }

    private struct Segment {
        let range: Range<Int>
        var energy: SegmentEnergy
    }

    private func segment(_ values: [Double], _ range: Range<Int>, _ boundaries: Set<Int>?) -> Segment {
        let positions = range.indices.map { $0 - range.lowerBound }.filter { position in
            position >= Self.leastPart && range.count - position >= Self.leastPart
                && boundaries?.contains(range.lowerBound + position) ?? true
        }
        return Segment(range: range, energy: SegmentEnergy(Array(values[range]), positions: positions))
    }

    /// The best split of all segments; nil if none can be split.
    private static func best(_ segments: inout [Segment]) -> (segment: Int, position: Int, statistic: Double)?
    {
        var best: (segment: Int, position: Int, statistic: Double)?
        for index in segments.indices where segments[index].energy.isDivisible {
            guard let split = segments[index].energy.best() else { continue }
            if best.map({ split.statistic > $0.statistic }) ?? true {
                best = (index, split.position, split.statistic)
            }
        }
        return best
    }

    /// How often the best split of permuted segments is at least as good. The values stay in their segments.
    private func pValue(
        of statistic: Double, correlation: Double, _ segments: inout [Segment], _ random: inout Xoshiro256
    ) -> Double {
        // After so many that are at least as good, the p-value is known to about a third of itself.
        let enough = min(10, Int((significance * Double(permutations + 1) * (1 + 1e-12)).rounded(.down)))
        let rounding = segments.map(\.energy.rounding).max() ?? 0
        var exceedances = 0
        for drawn in 1...permutations {
            var greatest = -Double.infinity
            for index in segments.indices where segments[index].energy.isDivisible {
                let permuted = segments[index].energy.permutedStatistic(correlation: correlation) {
                    random.next(below: $0)
                }
                greatest = max(greatest, permuted ?? -.infinity)
            }
            if greatest >= statistic - rounding { exceedances += 1 }
            if exceedances >= enough { return Double(exceedances) / Double(drawn) }
        }
        return Double(exceedances + 1) / Double(permutations + 1)
    }
}
