internal import Histogram

/// Latencies in nanoseconds with three significant digits (Tene's HdrHistogram), and the exact longest one.
///
/// A quantile is reported only with at least ``leastBeyond`` latencies above it. Fewer are accidents, which would
/// not recur.
public struct LatencyHistogram: Codable, Sendable {
    /// How many latencies must lie above a quantile.
    public static let leastBeyond = 10

    /// The longest latency that can be recorded: an hour.
    static let longest: UInt64 = 3_600_000_000_000

    private var histogram = Histogram<UInt64>(
        lowestDiscernibleValue: 1, highestTrackableValue: longest, numberOfSignificantValueDigits: .three)

    /// The longest latency; nil if there is none.
    public private(set) var maximum: UInt64?

    public init() {}

    /// The number of latencies.
    public var count: Int { Int(histogram.totalCount) }

    /// - Throws: ``OutOfRange`` if the latency is too long to be recorded, so that no long one is lost.
    public mutating func record(_ nanoseconds: UInt64) throws {
        guard histogram.record(nanoseconds) else { throw OutOfRange(nanoseconds: nanoseconds) }
        maximum = max(maximum ?? 0, nanoseconds)
    }

    /// Adds all latencies of `other`.
    public mutating func merge(_ other: LatencyHistogram) {
        histogram.add(other.histogram)
        if let longest = other.maximum { maximum = max(maximum ?? 0, longest) }
    }

    /// The latency that the fraction `probability` of latencies doesn't exceed; nil if fewer than ``leastBeyond``
    /// lie above.
    ///
    /// - Precondition: `probability` is from 0 through 1.
    public func quantile(_ probability: Double) -> UInt64? {
        precondition((0...1).contains(probability), "\(probability) is no probability")
        // The small addend corrects the product's rounding: 0.9 × 100 comes out slightly too small.
        let beyond = (Double(count) * (1 - probability) + 1e-6).rounded(.down)
        guard beyond >= Double(LatencyHistogram.leastBeyond) else { return nil }
        return histogram.valueAtPercentile(probability * 100)
    }

    /// The readings of a run with these latencies.
    public var latencyReadings: [Reading] { readings(.latency) }

    /// The metrics that a histogram's numbers belong to.
    enum Kind {
        case latency, lateness
    }

    /// The readings of a run.
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

    /// The number of latencies between successive powers of two nanoseconds, from 2 to the power `first` on.
    public func countsByPowerOfTwo(from first: Int, to last: Int) -> [UInt64] {
        (first..<last).map { power in
            let (lower, upper) = (UInt64(1) << power, UInt64(1) << (power + 1))
            return histogram.count(within: lower...(upper - 1))
        }
    }

    // MARK: Files

    /// The format that HdrHistogram's plotters read (`.hgrm`), in microseconds.
    public var percentileDistribution: String {
        var text = ""
        histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1_000)
        return text
    }

    /// Encodes only recorded values: the histogram itself has tens of thousands of buckets.
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

    /// A latency longer than the longest that can be recorded.
    public struct OutOfRange: Error, CustomStringConvertible {
        let nanoseconds: UInt64
        public var description: String {
            "a latency of \(nanoseconds) ns is longer than the longest that can be recorded"
        }
    }
}
