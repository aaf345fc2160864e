/// The ranks of values in ascending order, from 1; equal values share the mean of their ranks.
struct Midranks {
    /// Twice the rank of each value, in the order of the values. Doubled ranks are whole numbers even with ties.
    let doubled: [Int]

    /// The sum of *t*³ − *t* over the groups of *t* equal values: 0 without ties.
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
            // The group has the ranks start + 1 through end.
            for position in start..<end { doubled[order[position]] = start + 1 + end }
            let size = Double(end - start)
            tieTerm += size * (size * size - 1)
            start = end
        }
        self.doubled = doubled
        self.tieTerm = tieTerm
    }

    /// Whole ranks for ``RankSums``: the ranks themselves without ties, otherwise doubled.
    var whole: [Int] { hasTies ? doubled : doubled.map { $0 / 2 } }
}
