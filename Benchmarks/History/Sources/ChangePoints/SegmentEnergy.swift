/// The best place to split a segment, by the energy distance between the values before it and those that follow.
///
/// For the first *m* values and the *n* that follow, the statistic is *mn* ÷ (*m* + *n*) times the energy distance: twice the
/// mean distance between values of different parts, minus the mean distances within each part. Matteson, James: *A
/// nonparametric approach for multiple change point analysis of multivariate data*, Journal of the American Statistical
/// Association 109(505), 2014, equations 5 to 7 with exponent 1. As there, the second part may end before the segment does:
/// otherwise a step and its reversal would hide each other.
///
/// A value with buffers, which the permutations of one segment use again. Copies share nothing.
struct SegmentEnergy {
    /// A place to split at, and how much the parts then differ.
    struct Split {
        /// The number of values before it.
        let position: Int
        let statistic: Double
    }

    private let values: [Double]
    /// The sum of the distances of all pairs.
    private let total: Double
    /// The allowed numbers of values before a split, in ascending order.
    private let positions: [Int]
    /// 1 ÷ (*n* − *i*) at index *i*, for *n* values.
    private let reciprocals: [Double]
    private var order: [Double]
    private var drawn: [Double]
    private let mean: Double
    /// Room for ``Sums``.
    private var workspace: [Double]

    /// - Parameters:
    ///   - values: The values of the segment, in order.
    ///   - positions: The places where it may be split, in ascending order: the numbers of values before them. Each part
    ///     has at least two values.
    /// - Complexity: O(*n*²).
    init(_ values: [Double], positions: [Int]) {
        self.values = values
        self.positions = positions
        total = values.map { value in values.reduce(0) { $0 + abs($1 - value) } }.reduce(0, +) / 2
        reciprocals = values.indices.map { 1 / Double(values.count - $0) }
        order = values
        drawn = values
        mean = values.reduce(0, +) / Double(max(values.count, 1))
        workspace = [Double](repeating: 0, count: Sums.count * values.count)
    }

    /// Differences of the statistic below this come from rounding, as of sums of the same distances in another order.
    var rounding: Double { values.isEmpty ? 0 : 1e-9 * total / Double(values.count) }

    /// Whether the segment has a place to split at, and two values that differ.
    var isDivisible: Bool { !positions.isEmpty && total > 0 }

    /// The split with the greatest statistic, the first of several; nil if no split is allowed.
    ///
    /// - Complexity: O(*n*²).
    mutating func best() -> Split? {
        order = values
        return best(in: values).split
    }

    /// The greatest statistic after the values were shuffled once more; nil if no split is allowed.
    ///
    /// - Parameters:
    ///   - correlation: How much each value shall depend on the one before; 0 leaves the shuffled values as they are. The
    ///     statistic is that of values that scatter as much as those of the segment.
    ///   - random: A number from 0 up to, but not including, its argument, each as likely.
    /// - Complexity: O(*n*²).
    mutating func permutedStatistic(correlation: Double, shuffling random: (Int) -> Int) -> Double? {
        for last in order.indices.dropFirst().reversed() { order.swapAt(last, random(last + 1)) }
        guard correlation > 0 else { return best(in: order).split?.statistic }
        let fresh = (1 - correlation * correlation).squareRoot()
        var value = 0.0
        for index in order.indices {
            let shuffled = order[index] - mean
            value = index == 0 ? shuffled : correlation * value + fresh * shuffled
            drawn[index] = value
        }
        let (split, drawnTotal) = best(in: drawn)
        guard let split else { return nil }
        return drawnTotal > 0 ? split.statistic * total / drawnTotal : 0
    }

    /// The best split of some order of the values, and the sum of all distances.
    private mutating func best(in order: [Double]) -> (split: Split?, total: Double) {
        let (reciprocals, positions) = (reciprocals, positions)
        return workspace.withUnsafeMutableBufferPointer { workspace in
            guard let start = workspace.baseAddress else { return (nil, 0) }
            let sums = Sums(start, count: order.count)
            let total = sums.measure(order, reciprocals)
            var best: Split?
            for position in positions where best.map({ sums.best[position] > $0.statistic }) ?? true {
                best = Split(position: position, statistic: sums.best[position])
            }
            return (best, total)
        }
    }

    /// Sums by the number of values before the split.
    private struct Sums {
        /// The number of arrays.
        static let count = 5

        /// The distances of the newest value to all before the place.
        let prefix: UnsafeMutablePointer<Double>
        let across: UnsafeMutablePointer<Double>
        let second: UnsafeMutablePointer<Double>
        /// The sum within the first part, divided by its number of values less one.
        let first: UnsafeMutablePointer<Double>
        /// The greatest statistic.
        let best: UnsafeMutablePointer<Double>

        init(_ start: UnsafeMutablePointer<Double>, count: Int) {
            prefix = start
            across = start + count
            second = start + 2 * count
            first = start + 3 * count
            best = start + 4 * count
        }

        /// Sets ``best``, over all ends of the second part, and returns the sum of all distances.
        ///
        /// Lets the second part grow by one value after the other, at all places at once. The innermost loop has no sum over
        /// its steps, so that the compiler can use vectors without changing the order of any sum.
        func measure(_ order: [Double], _ reciprocals: [Double]) -> Double {
            let count = order.count
            for place in 0..<count { (second[place], best[place]) = (0, -.infinity) }
            return order.withUnsafeBufferPointer { order in
                reciprocals.withUnsafeBufferPointer { reciprocals in
                    var within = 0.0
                    for newest in 0..<count {
                        let value = order[newest]
                        var total = 0.0
                        for earlier in 0..<newest {
                            prefix[earlier] = total
                            total += abs(value - order[earlier])
                        }
                        if newest >= EDivisive.leastPart {
                            grow(by: newest, total, reciprocals.baseAddress! + (count - newest))
                            // From now on it also is a place to split at, with this value after it.
                            across[newest] = total
                            first[newest] = within / Double(newest - 1)
                        }
                        within += total
                    }
                    return within
                }
            }
        }

        /// Adds the value at `newest` to the second part, at all places before it.
        @inline(__always)
        private func grow(by newest: Int, _ total: Double, _ reciprocals: UnsafePointer<Double>) {
            let end = Double(newest + 1)
            for place in EDivisive.leastPart..<newest {
                across[place] += prefix[place]
                second[place] += total - prefix[place]
                let size = Double(place)
                // The second part has `newest + 1 - place` values.
                let statistic =
                    2 / end
                    * (across[place] - (end - size) * first[place] - size * reciprocals[place] * second[place])
                best[place] = statistic > best[place] ? statistic : best[place]
            }
        }
    }
}
