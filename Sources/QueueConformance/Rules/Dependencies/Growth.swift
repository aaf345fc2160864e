private import BenchmarkStatistics
private import LinuxPlatform

/// How a cost grows with a size: the exponent *p* for which it is proportional to *size* to the power of *p*.
///
/// Each round measures a small and a large size, and gives one exponent. A cost with a fixed part grows the less, so that can't make
/// it look steeper than it is. The exponent of all rounds is their pseudo-median (``HodgesLehmann``): one round that was disturbed
/// hardly moves it.
///
/// Costs of two kinds, ten times as high where each operation wakes a thread as where none does, raise some exponents and lower others.
/// That is no growth as long as each kind is as frequent at both sizes, which is assumed. A fixed cost that is high in most rounds hides
/// growth of the rest. The interval covers the rounds of this process, and not what makes one process differ from another, so
/// a threshold must lie far from what a right queue costs.
struct Growth: CustomStringConvertible {
    /// The numbers of rounds after which there is an interim analysis.
    private static let analyses = [10, 20, 40, 80, 160]
    /// 99% for all of them together (Bonferroni). Ten rounds are the fewest that reach it.
    private static let confidence = 1 - 0.01 / Double(analyses.count)

    private let small: Int
    private let large: Int
    /// Of each round, in nanoseconds.
    private var costs: [(small: UInt64, large: UInt64)] = []

    /// Measures until the interval lies wholly below or above the thresholds, or for 160 rounds.
    ///
    /// - Parameter cost: Nanoseconds that one run at a size takes. The first run of all is dearer, and isn't counted.
    init(
        from small: Int, to large: Int, against thresholds: ClosedRange<Double>,
        cost: (Int) async throws -> UInt64
    ) async rethrows {
        self.init(from: small, to: large)
        _ = try await cost(small)
        for round in 1...Self.analyses[Self.analyses.count - 1] {
            // In turns, so that what changes with time doesn't look like growth.
            if round.isMultiple(of: 2) {
                let largeCost = try await cost(large)
                add(small: try await cost(small), large: largeCost)
            } else {
                let smallCost = try await cost(small)
                add(small: smallCost, large: try await cost(large))
            }
            if Self.analyses.contains(round) && side(of: thresholds) != nil { return }
        }
    }

    init(from small: Int, to large: Int) { (self.small, self.large) = (small, large) }

    mutating func add(small: UInt64, large: UInt64) { costs.append((max(small, 1), max(large, 1))) }

    enum Side: Hashable { case below, above }

    /// Whether the exponent lies below both thresholds or above both. Nil if the rounds don't tell.
    func side(of thresholds: ClosedRange<Double>) -> Side? {
        guard let interval = exponent?.interval else { return nil }
        if interval.upper < thresholds.lowerBound { return .below }
        return interval.lower > thresholds.upperBound ? .above : nil
    }

    private var exponent: Estimate? {
        let exponents = costs.map {
            log(Double($0.large) / Double($0.small)) / log(Double(large) / Double(small))
        }
        return Sample(exponents).map { HodgesLehmann(confidence: Self.confidence).center($0) }
    }

    /// The exponent with its interval to two digits, and the median costs in microseconds.
    var description: String {
        guard let exponent, let low = median(\.small), let high = median(\.large) else {
            return "what no round measured"
        }
        let interval = exponent.interval.map { ", \(digits($0.lower)) to \(digits($0.upper))" } ?? ""
        return "\(digits(exponent.point))\(interval) (\(small): \(low) µs, \(large): \(high) µs)"
    }

    private func median(_ size: KeyPath<(small: UInt64, large: UInt64), UInt64>) -> Int? {
        Sample(costs.map { Double($0[keyPath: size]) }).map { Int($0.median / 1_000) }
    }

    private func digits(_ exponent: Double) -> String {
        let hundredths = Int((exponent * 100).rounded())
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
    }
}
