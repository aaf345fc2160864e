/// Counts the ways in which ranks with random signs add up to each sum: the exact distribution behind
/// ``WilcoxonSignedRank``, with or without ties.
///
/// The shift algorithm of Streitberg, Röhmel: *Exact distributions for permutation and rank tests: an introduction
/// to some recently published algorithms*, Statistical Software Newsletter 12(1), 1986. It adds one rank after
/// another and never subtracts, so that even the smallest probability is exact to rounding.
struct RankSums {
    /// The number of ways to reach each sum from 0.
    private let ways: [Double]

    /// The distribution of the sum of the positive ranks, if each rank is positive or negative with equal
    /// probability.
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

    /// Whether the exact distribution is used for so many signed ranks.
    static func areFew(signed count: Int) -> Bool { count <= 50 }

    /// The probability of a sum at least as extreme as `sum`: twice the smaller tail, and at most 1.
    func twoSided(_ sum: Int) -> Double {
        let below = ways[...sum].reduce(0, +)
        let above = ways[sum...].reversed().reduce(0, +)
        return min(1, 2 * min(below, above) / ways.reduce(0, +))
    }

    /// How many of the smallest sums have a total probability of at most `tail`.
    ///
    /// - Precondition: There are no ties, so that sums have no gaps.
    func count(withinTail tail: Double) -> Int {
        // Tolerates rounding: 1 - 0.9 is less than 0.1.
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
