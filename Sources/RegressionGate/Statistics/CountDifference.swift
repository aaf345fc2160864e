private import BenchmarkStatistics

/// How the head's counts differ from the base's, which hardly differ from run to run.
///
/// Something has changed if each block of the head lies beyond all that the base and its control had, by more than the
/// slack. Were there no change, each choice of blocks would be as likely to be the highest: with four of twelve that
/// makes 1 in 495, before the slack.
struct CountDifference {
    /// The median of what the base and its control had.
    let before: Double
    let after: Double
    let isMore: Bool
    let isLess: Bool
    let isWithinSlack: Bool

    /// Nil if a variant doesn't have a value of each block.
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
