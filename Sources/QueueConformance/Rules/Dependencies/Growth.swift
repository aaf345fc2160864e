private import LinuxPlatform

/// How a cost grows with a size: the exponent *p* for which it is proportional to *size* to the power of *p*.
///
/// The slope of the least-squares line through the lowest costs, both axes logarithmic: what disturbs a process only adds to its
/// processor time. A cost with a fixed part grows the less, so that can't make it look steeper than it is.
struct Growth: CustomStringConvertible {
    private let sizes: [Int]
    private var costs: [Int: [UInt64]] = [:]

    init(sizes: [Int]) { self.sizes = sizes }

    mutating func add(_ cost: UInt64, at size: Int) { costs[size, default: []].append(cost) }

    /// - Precondition: There is a cost for each size, and there are two sizes.
    var exponent: Double {
        let points = sizes.map { (x: log(Double($0)), y: log(max(lowest(at: $0), 1))) }
        let meanX = points.map(\.x).reduce(0, +) / Double(points.count)
        let meanY = points.map(\.y).reduce(0, +) / Double(points.count)
        let covariance = points.map { ($0.x - meanX) * ($0.y - meanY) }.reduce(0, +)
        return covariance / points.map { ($0.x - meanX) * ($0.x - meanX) }.reduce(0, +)
    }

    /// The lowest of the exponents from one size to the next. A cost that really grows does so at each step. One that is ten
    /// times as high where each operation wakes a thread as where none does seems to grow if the large sizes were measured in
    /// that way and the small ones in the other.
    ///
    /// - Precondition: There is a cost for each size, and there are two sizes.
    var lowestStep: Double {
        zip(sizes, sizes.dropFirst()).map { size, next in
            log(max(lowest(at: next), 1) / max(lowest(at: size), 1)) / log(Double(next) / Double(size))
        }.min() ?? 0
    }

    /// - Precondition: There is a cost for each size.
    var lowest: Double { sizes.map(lowest).min() ?? 0 }

    private func lowest(at size: Int) -> Double { Double(costs[size, default: []].min() ?? 0) }

    /// The exponent to two digits, and the costs in microseconds that it was read from.
    var description: String {
        let hundredths = Int((exponent * 100).rounded())
        let digits = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        let costs = sizes.map { "\($0): \(Int(lowest(at: $0) / 1000)) µs" }
        return "\(digits) (\(costs.joined(separator: ", ")))"
    }
}
