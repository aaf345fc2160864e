private import BenchmarkStatistics

/// The difference between the counts of head and base, which hardly vary between runs.
///
/// A count has changed if each block of the head lies beyond all values of base and control, by more than the
/// slack. Without a change, each choice of blocks would be equally likely to be the highest: 1 in 495 for four of
/// twelve, before the slack.
struct CountDifference {
    /// The median of base and control.
    let before: Double
    let after: Double
    let isMore: Bool
    let isLess: Bool
    let isWithinSlack: Bool

    /// Nil if a variant lacks a value of some block.
    init?(_ values: [GateVariant: [Double]], blocks: Int, _ slack: Double) {
        let variants = GateVariant.allCases.map { values[$0] ?? [] }
        guard variants.allSatisfy({ $0.count == blocks }),
            let before = Sample((values[.base] ?? []) + (values[.control] ?? [])),
            let after = values[.head].flatMap(Sample.init)
        else { return nil }
        self.before = before.median
        self.after = after.median
        isMore = after.minimum > before.maximum + slack
        isLess = after.maximum < before.minimum - slack
        isWithinSlack = after.median - before.median <= slack
    }
}
