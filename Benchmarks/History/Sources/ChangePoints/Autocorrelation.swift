private import BenchmarkStatistics

/// How much each value of a series depends on the one before.
public enum Autocorrelation {
    /// The greatest correlation that is assumed: at 1, no change could be told from chance.
    private static let greatest = 0.95

    /// The correlation of neighbours that series of one machine have in common, from 0 up to 0.95: the median of those of the
    /// series. One series alone is too short for a good estimate, and a few that change don't move the median. 0 for no
    /// series.
    ///
    /// - Complexity: O(*n*²) for each series of *n* values.
    public static func shared(by series: [[Double]]) -> Double {
        let estimates = Sample(series.compactMap(besideAStep))
        return min(max(estimates?.median ?? 0, 0), greatest)
    }

    /// The correlation of neighbours within both parts of a series, divided where they differ most; nil if it stays the same.
    ///
    /// Values far from the median of their part count as three standard deviations. The bias of short series is taken out to
    /// first order: Marriott, Pope: *Bias in the estimation of autocorrelations*, Biometrika 41(3/4), 1954.
    private static func besideAStep(_ values: [Double]) -> Double? {
        let least = EDivisive.leastPart
        guard values.count > 2 * least else { return nil }
        var energy = SegmentEnergy(values, positions: Array(least...(values.count - least)))
        guard let split = energy.best() else { return nil }
        let residuals = [values[..<split.position], values[split.position...]].map { part in
            Sample(Array(part)).map { sample in part.map { $0 - sample.median } } ?? []
        }
        let distances = Sample(residuals.flatMap(\.self).map(\.magnitude))
        guard let deviation = distances.map({ $0.median / 0.6745 }), deviation > 0 else { return nil }
        let limited = residuals.map { $0.map { min(max($0, -3 * deviation), 3 * deviation) } }
        return lagOne(of: limited).map { $0 + (1 + 3 * $0) * 2 / Double(values.count) }
    }

    /// The mean over several series of the products of neighbours, divided by that of the squares: about 0 for independent
    /// values, and about 1 for values that wander slowly. Nil if no series has two values that aren't 0.
    ///
    /// - Parameter series: Series whose values scatter around 0. Estimated from *n* values each, the figure of independent
    ///   values is about −1 ÷ *n*.
    /// - Complexity: O(number of values).
    public static func lagOne(of series: [[Double]]) -> Double? {
        var (products, squares) = (0.0, 0.0)
        for values in series where values.count > 1 {
            let pairs = zip(values, values.dropFirst())
            products += pairs.reduce(0) { $0 + $1.0 * $1.1 } / Double(values.count - 1)
            squares += values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
        }
        return squares > 0 ? products / squares : nil
    }
}
