internal import BenchmarkStatistics

/// How one side differs from the other, block by block: the head's value less the base's, or the logarithm of their
/// ratio. Above zero it costs more.
///
/// The sides of a block run in random order, so where they are distributed alike a difference is as likely to lie on either
/// side of zero: the test of Wilcoxon needs no more than that, and the interval of Hodges and Lehmann belongs to it. A head
/// whose costs have the same middle and another shape isn't distributed alike, and may be found to differ.
struct PairedDifferences: Sendable {
    let values: [Double]

    /// The probability of such differences without a change, two-sided.
    var pValue: Double {
        guard let sample = Sample(values), let zero = Sample(values.map { _ in 0 }) else { return 1 }
        return WilcoxonSignedRank(paired: sample, zero).pValue
    }

    /// Where the change lies; nil if there are no blocks.
    var center: Estimate? {
        Sample(values).map { HodgesLehmann(confidence: PairedRule.confidence).center($0) }
    }
}
