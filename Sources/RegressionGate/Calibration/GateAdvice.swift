private import BenchmarkStatistics

/// Computes how many blocks this machine needs to find an effect, from the noise of a calibration.
///
/// An effect is found if its interval lies beyond the threshold and its p-value is below the level. The margin that
/// this takes above the threshold, or above zero, shrinks with the square root of the number of blocks. A trial's
/// smallest effect doesn't say which of the two conditions it was limited by, so the advice satisfies both, and may
/// be somewhat higher than needed.
public struct GateAdvice: Sendable {
    /// The smallest effect found in four of five gates, and its part above the threshold, each multiplied by the
    /// square root of the number of blocks; the median of all comparisons.
    private let reach: (whole: Double, aboveThreshold: Double)
    /// The duration of a block of one comparison, in seconds.
    public let secondsPerBlock: Double

    /// Nil if no trial measured its noise.
    ///
    /// - Parameter trials: Trials of any plants; only their controls are used.
    public init?(_ trials: [GateCalibration.Trial]) {
        var whole: [Double] = []
        var above: [Double] = []
        var paces: [Double] = []
        for report in trials.map(\.report) {
            let lines = report.lines.filter { $0.tier == .cpu && $0.blocks > 0 }
            for line in lines {
                guard let detectable = line.control?.detectable else { continue }
                let root = Double(line.blocks).squareRoot()
                whole.append(detectable * root)
                above.append(max(0, detectable - report.settings.cpuThreshold) * root)
            }
            let blocks = lines.reduce(0) { $0 + $1.blocks }
            if blocks > 0 { paces.append(report.seconds / Double(blocks)) }
        }
        guard let whole = Sample(whole)?.median, let above = Sample(above)?.median,
            let pace = Sample(paces)?.median
        else { return nil }
        (reach, secondsPerBlock) = ((whole, above), pace)
    }

    /// The number of blocks of a comparison that find an effect in four of five gates; nil if none do.
    ///
    /// - Parameters:
    ///   - effect: The effect, as in 0.05 for 5% more.
    ///   - threshold: The tolerated growth of processor time.
    public func blocks(toFind effect: Double, threshold: Double) -> Int? {
        guard effect > threshold else { return nil }
        let root = max(reach.whole / effect, reach.aboveThreshold / (effect - threshold))
        return Int((root * root).rounded(.up))
    }

    /// The smallest effect that is found in four of five gates of so many seconds.
    public func effect(in seconds: Double, comparisons: Int, threshold: Double) -> Double {
        let root = max(1, seconds / secondsPerBlock / Double(comparisons)).squareRoot()
        return max(reach.whole / root, threshold + reach.aboveThreshold / root)
    }
}
