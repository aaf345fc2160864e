public import BenchmarkStatistics

/// By how much one sample is shifted against another: the median of all differences between their values.
///
/// Hodges, Lehmann: *Estimates of location based on rank tests*, Annals of Mathematical Statistics 34(2), 1963. The interval
/// holds the shifts that the test of Mann and Whitney would not reject (Hollander, Wolfe, Chicken: *Nonparametric Statistical
/// Methods*, 2014, 4.3), by its exact distribution for small samples and by the normal one for others.
public enum Shift {
    /// The confidence of the interval.
    public static let confidence = 0.95

    /// The normal distribution's quantile at 0.975.
    private static let normalQuantile = 1.959963984540054

    /// The shift from `before` to `after`. There is no interval if the samples are too small to reach ``confidence``: three
    /// and three values, for example.
    ///
    /// - Precondition: Both samples have values.
    /// - Complexity: O(*mn* log *mn*), for samples of *m* and *n* values.
    public static func estimate(from before: [Double], to after: [Double]) -> Estimate {
        precondition(!before.isEmpty && !after.isEmpty, "a shift takes two samples")
        let differences = after.flatMap { value in before.map { value - $0 } }.sorted()
        let middle = differences.count / 2
        let point =
            differences.count.isMultiple(of: 2)
            ? (differences[middle - 1] + differences[middle]) / 2 : differences[middle]
        let rank = rank(before.count, after.count)
        guard rank > 0 else { return Estimate(point: point, interval: nil) }
        return Estimate(
            point: point,
            interval: Estimate.Interval(
                lower: differences[rank - 1], upper: differences[differences.count - rank],
                confidence: confidence))
    }

    /// The rank of the interval's ends among the differences: the number of smallest values of Mann and Whitney's statistic
    /// with a total probability of at most the tail; 0 if there is none.
    static func rank(_ first: Int, _ second: Int) -> Int {
        let tail = (1 - confidence) / 2
        let pairs = first * second
        guard pairs <= 900 else {
            let deviation = (Double(pairs) * Double(first + second + 1) / 12).squareRoot()
            return max(0, Int((Double(pairs) / 2 - normalQuantile * deviation).rounded(.down)))
        }
        let ways = ways(first, second)
        let limit = tail * ways.reduce(0, +) * (1 + 1e-12)
        var (count, total) = (0, 0.0)
        for way in ways {
            total += way
            guard total <= limit else { break }
            count += 1
        }
        return count
    }

    /// The number of orders of both samples with each value of the statistic: the number of pairs in which the first is
    /// greater.
    private static func ways(_ first: Int, _ second: Int) -> [Double] {
        let pairs = first * second
        // The ways to choose so many values of the first sample, with such a sum of the values of the second below them.
        var ways = [[Double]](repeating: [Double](repeating: 0, count: pairs + 1), count: first + 1)
        ways[0][0] = 1
        for place in 0..<(first + second) {
            for chosen in stride(from: min(place, first - 1), through: 0, by: -1) {
                let below = place - chosen
                guard below <= second else { continue }
                for sum in 0...(pairs - min(below, pairs)) where ways[chosen][sum] > 0 {
                    ways[chosen + 1][sum + below] += ways[chosen][sum]
                }
            }
        }
        return ways[first]
    }
}
