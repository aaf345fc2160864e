private import BenchmarkStatistics

/// How many blocks it takes on this machine to find an effect: from what a calibration has seen of its noise.
///
/// An effect is found if the interval around it lies beyond the threshold, and is beyond chance: what has to be added
/// to the threshold, or to zero, shrinks with the root of the number of blocks. Which of the two a trial's smallest
/// effect was made of isn't known, so that what is said here is enough for either, and may be somewhat more than it
/// takes.
public struct GateAdvice: Sendable {
    /// The smallest effect found in four of five gates, and what of it lies above the threshold, each times the root of
    /// the number of blocks; the median of all comparisons.
    private let reach: (whole: Double, aboveThreshold: Double)
    /// How long a block of one comparison takes, in seconds.
    public let secondsPerBlock: Double

    /// Nil if no trial tells of its noise.
    ///
    /// - Parameter trials: Of any plants; only what the control says counts.
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

    /// How many blocks of a comparison find an effect in four of five gates; nil if none do.
    ///
    /// - Parameters:
    ///   - effect: As in 0.05 for 5% more.
    ///   - threshold: The part by which processor time may grow.
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
