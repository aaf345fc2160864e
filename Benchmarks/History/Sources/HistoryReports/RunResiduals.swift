private import BenchmarkStatistics
private import ChangePoints
private import TextFormats

/// How the runs of a database scatter where nothing changes.
public struct RunResiduals: Sendable {
    /// The residuals of all series, each series scaled to the same spread.
    public let pooled: [Double]
    /// How much each run depends on the one before, as ``Autocorrelation`` estimates it; nil if there are none.
    public let autocorrelation: Double?
    private let series: Int

    /// The residuals of the series that have enough runs, and don't stay the same.
    ///
    /// - Complexity: O(*n* log *n*), for *n* values.
    public init(_ reports: [SettingReport]) {
        var scaled: [[Double]] = []
        var series = 0
        for analysis in reports.flatMap(\.analyses) where analysis.standing != .tooFew {
            let segments = analysis.residuals
            // The median distance from 0, as a standard deviation of normal values.
            guard let spread = Sample(segments.flatMap(\.self).map(\.magnitude)).map({ $0.median / 0.6745 }),
                spread > 0
            else { continue }
            series += 1
            scaled += segments.map { segment in segment.map { $0 / spread } }
        }
        self.series = series
        pooled = scaled.flatMap(\.self)
        autocorrelation = scaled.isEmpty ? nil : Autocorrelation.shared(by: scaled)
    }

    /// What they are, in a sentence or two.
    ///
    /// - Parameter width: The width of the lines.
    public func text(width: Int) -> String {
        guard let autocorrelation else {
            return PlainText.wrapped("The database has no series with enough runs.", indent: 0, width: width)
        }
        return PlainText.wrapped(
            "The database has \(Decimals.grouped(pooled.count)) residuals of \(Decimals.grouped(series)) series. Each depends on "
                + "the one before with a correlation of \(Decimals.rounded(autocorrelation, places: 2)). They are drawn in "
                + "random order, without it; the rows of wandering show what 0.5 does.", indent: 0,
            width: width)
    }
}
