internal import Histogram

/// Latencies in nanoseconds, kept to three digits over their whole range (Tene's HdrHistogram), and the longest
/// exactly.
///
/// A quantile is told only where the latencies bear it: with ``leastBeyond`` of them above it. With fewer it
/// is the place of a few accidents, and would be another one next time.
public struct LatencyHistogram: Sendable {
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

    /// A latency that is longer than anything that can be measured here.
    public struct OutOfRange: Error, CustomStringConvertible {
        let nanoseconds: UInt64
        public var description: String { "a latency of \(nanoseconds) ns is beyond what is recorded" }
    }
}
