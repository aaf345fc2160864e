private import BenchmarkStatistics

/// How much each value of a series depends on the one before.
public enum Autocorrelation {
    /// The greatest correlation that is assumed: at 1, no change could be told from chance.
    private static let greatest = 0.95

    /// The correlation of neighbours that series of one machine have in common, from 0 up to 0.95; 0 if no series has three values,
    /// two of which differ.
    ///
    /// If each value is ρ times the one before and something new, the differences of values two apart have 1 + ρ times the variance of
    /// those of neighbours. A step is in one difference of neighbours, and in two of the others: those that are greater than four
    /// standard deviations of neighbours don't count, so steps hardly matter, however many there are. The differences of all series are
    /// taken together, each in units of its own: one series is too short.
    ///
    /// Ratios of such differences were von Neumann's: *Distribution of the ratio of the mean square successive difference to the
    /// variance*, Annals of Mathematical Statistics 12(4), 1941.
    ///
    /// - Complexity: O(*n* log *n*) for *n* values.
    public static func shared(by series: [[Double]]) -> Double {
        var (near, far): ([Double], [Double]) = ([], [])
        for values in series where values.count > 2 {
            let neighbours = zip(values, values.dropFirst()).map { abs($1 - $0) }
            // The median distance of normal values is 0.6745 standard deviations.
            guard let scale = Sample(neighbours).map({ $0.median / 0.6745 }), scale > 0 else { continue }
            func squares(_ differences: [Double]) -> [Double] {
                differences.map { $0 / scale }.filter { $0 <= 4 }.map { $0 * $0 }
            }
            near += squares(neighbours)
            far += squares(zip(values, values.dropFirst(2)).map { abs($1 - $0) })
        }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }
        guard !far.isEmpty, mean(near) > 0 else { return 0 }
        return min(max(mean(far) / mean(near) - 1, 0), greatest)
    }
}
