private import BenchmarkStatistics
private import LinuxPlatform

/// How a cost grows with a size: the exponent *p* for which it is proportional to *size* to the power of *p*.
///
/// Each round measures a small and a large size, and gives one exponent. A cost with a fixed part grows the less, so that can't make
/// it look steeper than it is. The exponent of all rounds is their pseudo-median (``HodgesLehmann``): costs of two kinds, ten times as
/// high where each operation wakes a thread as where none does, raise some exponents and lower others, and one round that was
/// disturbed moves it hardly.
struct Growth: CustomStringConvertible {
    /// The numbers of rounds after which the interval is looked at. Eight are the fewest with which 99% can be reached. Few looks,
    /// each after twice the rounds of the last, leave the chance of a wrong one near that of a single look.
    private static let looks = [8, 16, 32, 64, 128]
    private static let confidence = 0.99

    private let small: Int
    private let large: Int
    /// Of each round, in nanoseconds.
    private var costs: [(small: UInt64, large: UInt64)] = []

    /// Measures until the whole interval lies on one side of `limit`, or for 128 rounds.
    ///
    /// - Parameter cost: Nanoseconds that one run at a size takes. The first run of all is dearer, and isn't counted.
    init(from small: Int, to large: Int, against limit: Double, cost: (Int) async throws -> UInt64)
        async rethrows
    {
        self.init(from: small, to: large)
        _ = try await cost(small)
        for round in 1...Self.looks[Self.looks.count - 1] {
            // In turns, so that what changes with time doesn't look like growth.
            if round.isMultiple(of: 2) {
                let largeCost = try await cost(large)
                add(small: try await cost(small), large: largeCost)
            } else {
                let smallCost = try await cost(small)
                add(small: smallCost, large: try await cost(large))
            }
            if Self.looks.contains(round) && side(of: limit) != nil { return }
        }
    }

    init(from small: Int, to large: Int) { (self.small, self.large) = (small, large) }

    mutating func add(small: UInt64, large: UInt64) { costs.append((max(small, 1), max(large, 1))) }

    enum Side: Hashable { case below, above }

    /// Where the exponent lies, with a confidence of 99%. Nil if the rounds don't tell.
    func side(of limit: Double) -> Side? {
        guard let interval = exponent?.interval else { return nil }
        return interval.upper < limit ? .below : interval.lower > limit ? .above : nil
    }

    private var exponent: Estimate? {
        let exponents = costs.map {
            log(Double($0.large) / Double($0.small)) / log(Double(large) / Double(small))
        }
        return Sample(exponents).map { HodgesLehmann(confidence: Self.confidence).center($0) }
    }

    /// The exponent with its interval to two digits, and the costs in the middle in microseconds.
    var description: String {
        guard let exponent else { return "what no round measured" }
        let interval = exponent.interval.map { ", \(digits($0.lower)) to \(digits($0.upper))" } ?? ""
        let middle = [(small, costs.map(\.small)), (large, costs.map(\.large))].map { size, costs in
            "\(size): \(costs.sorted()[costs.count / 2] / 1000) µs"
        }
        return "\(digits(exponent.point))\(interval) (\(middle.joined(separator: ", ")))"
    }

    private func digits(_ exponent: Double) -> String {
        let hundredths = Int((exponent * 100).rounded())
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
    }
}
