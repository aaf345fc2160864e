private import BenchmarkStatistics

/// How many blocks it takes on this machine to find an effect: from what a calibration has seen of its noise.
///
/// An effect is found if the interval around it lies beyond the threshold, and the interval shrinks with the root of
/// the number of blocks: what had to be added to the threshold in *n* blocks tells what has to be in others.
public struct GateAdvice: Hashable, Sendable {
    /// What the smallest effect found in four of five gates lies above the threshold by, times the root of the
    /// number of blocks; the middle of all comparisons.
    public let reach: Double
    /// How long a block of one comparison takes, in seconds.
    public let secondsPerBlock: Double

    /// Nil if no trial tells of its noise.
    ///
    /// - Parameter trials: Of any plants; only what the control says counts.
    public init?(_ trials: [GateCalibration.Trial]) {
        var reaches: [Double] = []
        var paces: [Double] = []
        for report in trials.map(\.report) {
            let lines = report.lines.filter { $0.tier == .cpu && $0.blocks > 0 }
            for line in lines {
                guard let detectable = line.control?.detectable, detectable > report.settings.cpuThreshold
                else { continue }
                reaches.append((detectable - report.settings.cpuThreshold) * Double(line.blocks).squareRoot())
            }
            let blocks = lines.reduce(0) { $0 + $1.blocks }
            if blocks > 0 { paces.append(report.seconds / Double(blocks)) }
        }
        guard let reach = Sample(reaches)?.median, let pace = Sample(paces)?.median else { return nil }
        (self.reach, secondsPerBlock) = (reach, pace)
    }

    /// How many blocks of a comparison find an effect in four of five gates; nil if none do.
    ///
    /// - Parameters:
    ///   - effect: As in 0.05 for 5% more.
    ///   - threshold: The part by which processor time may grow.
    public func blocks(toFind effect: Double, threshold: Double) -> Int? {
        guard effect > threshold else { return nil }
        let root = reach / (effect - threshold)
        // Fewer can't be beyond chance, whatever they are.
        return max(20, Int((root * root).rounded(.up)))
    }

    /// The smallest effect that is found in four of five gates of so many seconds.
    public func effect(in seconds: Double, comparisons: Int, threshold: Double) -> Double {
        let blocks = max(1, seconds / secondsPerBlock / Double(comparisons))
        return threshold + reach / blocks.squareRoot()
    }
}
