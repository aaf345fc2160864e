private import LinuxPlatform

/// How a cost grows with a size: the exponent *p* for which it is proportional to *size* to the power of *p*.
///
/// The slope of the least-squares line through the medians, both axes logarithmic. A cost with a fixed part grows the
/// less, so that can't make it look steeper than it is.
struct Growth: CustomStringConvertible {
    private let sizes: [Int]
    private var costs: [Int: [UInt64]] = [:]

    init(sizes: [Int]) { self.sizes = sizes }

    mutating func add(_ cost: UInt64, at size: Int) { costs[size, default: []].append(cost) }

    /// - Precondition: There is a cost for each size, and there are two sizes.
    var exponent: Double {
        let points = sizes.map { (x: log(Double($0)), y: log(max(median(at: $0), 1))) }
        let meanX = points.map(\.x).reduce(0, +) / Double(points.count)
        let meanY = points.map(\.y).reduce(0, +) / Double(points.count)
        let covariance = points.map { ($0.x - meanX) * ($0.y - meanY) }.reduce(0, +)
        return covariance / points.map { ($0.x - meanX) * ($0.x - meanX) }.reduce(0, +)
    }

    /// - Precondition: There is a cost for each size.
    var lowestMedian: Double { sizes.map(median).min() ?? 0 }

    private func median(at size: Int) -> Double {
        let sorted = costs[size, default: []].sorted()
        let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        return (Double(low) + Double(high)) / 2
    }

    /// The exponent to two digits, and the medians in microseconds that it was read from.
    var description: String {
        let hundredths = Int((exponent * 100).rounded())
        let digits = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        let medians = sizes.map { "\($0): \(Int(median(at: $0) / 1000)) µs" }
        return "\(digits) (\(medians.joined(separator: ", ")))"
    }
}
