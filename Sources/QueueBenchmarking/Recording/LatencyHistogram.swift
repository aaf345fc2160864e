internal import Histogram

/// Latencies in nanoseconds, kept to three digits over their whole range (Tene's HdrHistogram), and the longest
/// exactly.
///
/// A quantile is told only where the latencies bear it: with ``leastBeyond`` of them above it. With fewer it
/// is the place of a few accidents, and would be another one next time.
public struct LatencyHistogram: Codable, Sendable {
    /// How many latencies must lie above a quantile for it to be told.
    public static let leastBeyond = 10

    /// The longest that can be recorded: an hour.
    static let longest: UInt64 = 3_600_000_000_000

    private var histogram = Histogram<UInt64>(
        lowestDiscernibleValue: 1, highestTrackableValue: longest, numberOfSignificantValueDigits: .three)

    /// The longest latency; nil if there is none.
    public private(set) var maximum: UInt64?

    public init() {}

    /// How many latencies there are.
    public var count: Int { Int(histogram.totalCount) }

    /// - Throws: ``OutOfRange`` if the latency is too long to be recorded, so that no long one is lost.
    public mutating func record(_ nanoseconds: UInt64) throws {
        guard histogram.record(nanoseconds) else { throw OutOfRange(nanoseconds: nanoseconds) }
        maximum = max(maximum ?? 0, nanoseconds)
    }

    /// Takes in all latencies of `other`.
    public mutating func merge(_ other: LatencyHistogram) {
        histogram.add(other.histogram)
        if let longest = other.maximum { maximum = max(maximum ?? 0, longest) }
    }

    /// The latency that the fraction `probability` stays under or at; nil if too few lie beyond to tell.
    ///
    /// - Precondition: `probability` is from 0 through 1.
    public func quantile(_ probability: Double) -> UInt64? {
        precondition((0...1).contains(probability), "\(probability) is no probability")
        // A little more than the product, which for 0.9 × 100 comes out at a little less than it is.
        let beyond = (Double(count) * (1 - probability) + 1e-6).rounded(.down)
        guard beyond >= Double(LatencyHistogram.leastBeyond) else { return nil }
        return histogram.valueAtPercentile(probability * 100)
    }

    /// What stands in the rows of a run whose latencies these are.
    public var latencyReadings: [Reading] { readings(.latency) }

    /// Which metrics a histogram's numbers stand under.
    enum Kind {
        case latency, lateness
    }

    /// What stands in the rows of a run.
    func readings(_ kind: Kind) -> [Reading] {
        func value(_ probability: Double) -> Double? { quantile(probability).map { Double($0) } }
        let longest = maximum.map { Double($0) }
        switch kind {
        case .latency:
            return [
                Reading(.latencyP50, value(0.5)), Reading(.latencyP90, value(0.9)),
                Reading(.latencyP99, value(0.99)), Reading(.latencyP999, value(0.999)),
                Reading(.latencyMaximum, longest), Reading(.latencyCount, Double(count)),
            ]
        case .lateness:
            return [
                Reading(.latenessP50, value(0.5)), Reading(.latenessP99, value(0.99)),
                Reading(.latenessMaximum, longest),
            ]
        }
    }

    /// How many lie between one power of two nanoseconds and the next, from 2 to the power `first` on.
    public func countsByPowerOfTwo(from first: Int, to last: Int) -> [UInt64] {
        (first..<last).map { power in
            let (lower, upper) = (UInt64(1) << power, UInt64(1) << (power + 1))
            return histogram.count(within: lower...(upper - 1))
        }
    }

    // MARK: Files

    /// As the plotters of HdrHistogram read it (`.hgrm`), in microseconds.
    public var percentileDistribution: String {
        var text = ""
        histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1_000)
        return text
    }

    /// Only what was recorded: the histogram itself has places for tens of thousands of values.
    private struct Recorded: Codable {
        var values: [UInt64] = []
        var counts: [UInt64] = []
        var maximum: UInt64?
    }

    public init(from decoder: any Decoder) throws {
        let recorded = try Recorded(from: decoder)
        guard recorded.values.count == recorded.counts.count else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "values and counts differ in number"))
        }
        for (value, count) in zip(recorded.values, recorded.counts) {
            guard histogram.record(value, count: count) else { throw OutOfRange(nanoseconds: value) }
        }
        maximum = recorded.maximum
    }

    public func encode(to encoder: any Encoder) throws {
        var recorded = Recorded(maximum: maximum)
        for each in histogram.recordedValues() {
            recorded.values.append(each.value)
            recorded.counts.append(each.count)
        }
        try recorded.encode(to: encoder)
    }

    /// A latency that is longer than anything that can be measured here.
    public struct OutOfRange: Error, CustomStringConvertible {
        let nanoseconds: UInt64
        public var description: String { "a latency of \(nanoseconds) ns is beyond what is recorded" }
    }
}
