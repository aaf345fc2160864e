private import LinuxPlatform

/// How a cost grows with a size: the exponent *p* for which it is proportional to *size* to the power of *p*.
///
/// The slope of the least-squares line through the costs, both axes logarithmic. A cost with a fixed part grows the less, so that
/// can't make it look steeper than it is.
struct Growth: CustomStringConvertible {
    /// What counts of several costs at one size.
    enum Typical {
        /// The middle one: where a longer run is less likely to be undisturbed.
        case median
        /// The lowest one: where all runs take equally long, since what disturbs a process only adds to its processor time.
        case lowest
    }

    private let sizes: [Int]
    private var typical: Typical
    private var costs: [Int: [UInt64]] = [:]

    init(sizes: [Int], by typical: Typical) { (self.sizes, self.typical) = (sizes, typical) }

    /// The same costs, of which another counts.
    private func by(_ typical: Typical) -> Growth {
        var growth = self
        growth.typical = typical
        return growth
    }

    mutating func add(_ cost: UInt64, at size: Int) { costs[size, default: []].append(cost) }

    /// - Precondition: There is a cost for each size, and there are two sizes.
    var exponent: Double {
        let points = sizes.map { (x: log(Double($0)), y: log(max(cost(at: $0), 1))) }
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
            log(max(cost(at: next), 1) / max(cost(at: size), 1)) / log(Double(next) / Double(size))
        }.min() ?? 0
    }

    /// Whether the cost grows at each step, and those in the middle grow with the one that counts. Few of the lowest ones of
    /// two kinds may lie in a rising line by chance; those in the middle don't at the same time.
    ///
    /// - Precondition: There is a cost for each size, and there are two sizes.
    var isSteady: Bool { exponent > 0.6 && lowestStep > 0.3 && by(.median).exponent > 0.4 }

    /// Whether costs of two kinds are mixed, and neither grows. If few runs were of the cheap kind, the lowest costs of the sizes
    /// are of both kinds, and don't grow at each step; those in the middle are of one, and don't grow.
    ///
    /// - Precondition: There is a cost for each size, and there are two sizes.
    var onlySeemsToGrow: Bool { lowestStep <= 0.3 && by(.median).exponent < 0.4 }

    /// - Precondition: There is a cost for each size.
    var lowest: Double { sizes.map(cost).min() ?? 0 }

    private func cost(at size: Int) -> Double {
        let sorted = costs[size, default: []].sorted()
        switch typical {
        case .lowest: return Double(sorted[0])
        case .median: return (Double(sorted[(sorted.count - 1) / 2]) + Double(sorted[sorted.count / 2])) / 2
        }
    }

    /// The exponent to two digits, and the costs in microseconds that it was read from.
    var description: String {
        let hundredths = Int((exponent * 100).rounded())
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let digits = "\(hundredths < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
        let costs = sizes.map { "\($0): \(Int(cost(at: $0) / 1000)) µs" }
        return "\(digits) (\(costs.joined(separator: ", ")))"
    }
}
