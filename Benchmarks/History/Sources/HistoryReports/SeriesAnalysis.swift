public import BenchmarkStatistics
public import ChangePoints
public import HistoryStore
private import LinuxPlatform
private import RandomNumbers

/// A series, and where it changes.
public struct SeriesAnalysis: Sendable {
    /// How sure the changes of a series are.
    public enum Standing: String, Sendable {
        /// There are too few runs, or too few of different commits, for any change point.
        case tooFew
        /// No change was found.
        case unchanged
        /// The test of this series alone found a change. Among so many series, too many would be false.
        case doubtful
        /// A change was found.
        case changed
    }

    public let series: StoredSeries
    public let changes: [ChangePoint]
    /// The p-value of the hypothesis that the series has no change.
    public let pValue: Double
    /// The same, corrected for the number of series.
    public internal(set) var adjusted: Double
    public internal(set) var standing: Standing
    /// How much each run depends on the one before, as the test assumed.
    public let correlation: Double
    /// Whether the logarithms were tested. Otherwise a value isn't positive, and there are no ratios.
    public let isLogarithmic: Bool

    /// Tests one series, as if it were alone.
    ///
    /// - Complexity: That of `EDivisive.divide`.
    init(_ series: StoredSeries, _ method: EDivisive) {
        let (scaled, isLogarithmic) = Self.scaled(series)
        self.isLogarithmic = isLogarithmic
        self.series = series
        correlation = method.correlation
        guard scaled.count >= method.leastValues,
            series.boundaries.contains(where: { method.canReach($0, of: scaled.count) })
        else {
            (changes, pValue, adjusted, standing) = ([], 1, 1, .tooFew)
            return
        }
        // With a seed of its own, a series doesn't depend on the order of the others.
        let seeded = EDivisive(
            significance: method.significance, permutations: method.permutations, correlation: correlation,
            seed: method.seed ^ FNV1a("\(series.id)").digest)
        let outcome = seeded.divide(scaled, at: series.boundaries)
        changes = ChangePoint.all(in: scaled, outcome)
        pValue = outcome.pValue
        adjusted = outcome.pValue
        standing = changes.isEmpty ? .unchanged : .doubtful
    }

    /// The logarithms of the values; the values themselves if one isn't positive.
    static func scaled(_ series: StoredSeries) -> (values: [Double], isLogarithmic: Bool) {
        let values = series.points.map(\.value)
        guard values.allSatisfy({ $0 > 0 }) else { return (values, false) }
        return (values.map { log($0) }, true)
    }

    /// The change of the level, as a ratio; nil if there are no ratios.
    public func ratio(of change: ChangePoint) -> Estimate? {
        guard isLogarithmic else { return nil }
        return Estimate(
            point: exp(change.shift.point),
            interval: change.shift.interval.map {
                Estimate.Interval(lower: exp($0.lower), upper: exp($0.upper), confidence: $0.confidence)
            })
    }

    /// The commits of the last run before a change and the first after it.
    public func commits(of change: ChangePoint) -> (before: String, after: String) {
        (series.points[change.index - 1].commit, series.points[change.index].commit)
    }

    /// The ranges of points between the changes.
    public var segments: [Range<Int>] {
        let ends = [0] + changes.map(\.index) + [series.points.count]
        return zip(ends, ends.dropFirst()).map { $0..<$1 }
    }

    /// The scaled values minus the median of their segment: how runs scatter where nothing changes.
    public var residuals: [[Double]] {
        segments.compactMap { segment in
            let values = series.points[segment].map { isLogarithmic ? log($0.value) : $0.value }
            guard let median = Sample(values)?.median else { return nil }
            return values.map { $0 - median }
        }
    }
}
