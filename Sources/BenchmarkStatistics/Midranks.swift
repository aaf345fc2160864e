/// The ranks of values from the smallest up, from 1; values that are equal share the mean of their ranks.
struct Midranks {
    /// Twice the rank of each value, in the order of the values: whole, also where a rank is shared.
    let doubled: [Int]

    /// The sum of *t*³ − *t* over the groups of *t* values that are equal: 0 if there are none.
    let tieTerm: Double

    var hasTies: Bool { tieTerm > 0 }

    /// - Complexity: O(*n* log *n*).
    init(_ values: [Double]) {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var doubled = [Int](repeating: 0, count: values.count)
        var tieTerm = 0.0
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            // The ranks are start + 1 through end.
            for position in start..<end { doubled[order[position]] = start + 1 + end }
            let size = Double(end - start)
            tieTerm += size * (size * size - 1)
            start = end
        }
        self.doubled = doubled
        self.tieTerm = tieTerm
    }

    /// Whole ranks for ``RankSums``: the ranks themselves if none is shared, otherwise doubled.
    var whole: [Int] { hasTies ? doubled : doubled.map { $0 / 2 } }
}
