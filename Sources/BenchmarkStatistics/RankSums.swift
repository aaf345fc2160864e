/// In how many ways ranks with a random sign add up to each sum: the exact distribution behind ``WilcoxonSignedRank``, also
/// where ranks are shared.
///
/// The shift algorithm of Streitberg, Röhmel: *Exact distributions for permutation and rank tests: an
/// introduction to some recently published algorithms*, Statistical Software Newsletter 12(1), 1986. It takes
/// up one rank after another, and only ever adds, so that also the smallest probability is exact to rounding.
struct RankSums {
    /// The number of ways to reach each sum, from 0 up.
    private let ways: [Double]

    /// The sums of the ranks that have a plus, where each has a plus or a minus, as likely.
    ///
    /// - Precondition: Ranks are positive.
    /// - Complexity: O(*n* · *s*), where *s* is the sum of all ranks.
    init(signing ranks: [Int]) {
        var ways = [Double](repeating: 0, count: ranks.reduce(1, +))
        ways[0] = 1
        var greatest = 0
        for rank in ranks {
            for sum in stride(from: greatest, through: 0, by: -1) { ways[sum + rank] += ways[sum] }
            greatest += rank
        }
        self.ways = ways
    }

    /// Whether signed ranks are few enough for the exact distribution.
    static func areFew(signed count: Int) -> Bool { count <= 50 }

    /// The probability of a sum that is at least as far out as `sum`: twice that of the smaller tail, at most 1.
    func twoSided(_ sum: Int) -> Double {
        let below = ways[...sum].reduce(0, +)
        let above = ways[sum...].reversed().reduce(0, +)
        return min(1, 2 * min(below, above) / ways.reduce(0, +))
    }

    /// How many sums, from the smallest up, have together a probability of at most `tail`.
    ///
    /// - Precondition: No rank is shared, so that sums follow each other without a gap.
    func count(withinTail tail: Double) -> Int {
        // What is equal but for rounding is equal: 1 - 0.9 is less than 0.1.
        let limit = tail * ways.reduce(0, +) * (1 + 1e-12)
        let smallest = ways.firstIndex { $0 > 0 } ?? 0
        var count = 0
        var total = 0.0
        for way in ways[smallest...] {
            total += way
            guard total <= limit else { break }
            count += 1
        }
        return count
    }
}
