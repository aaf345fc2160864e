internal import BenchmarkStatistics
private import LinuxPlatform

/// How one variant differs from the other, block by block: the head's value less the base's, or the logarithm of their
/// ratio. Above zero it costs more.
///
/// The variants of a block run in random order, so where they are distributed alike a difference is as likely to lie on
/// either side of zero: the test of Wilcoxon needs no more than that, and the interval of Hodges and Lehmann belongs
/// to it. A head whose costs have the same median and another shape isn't distributed alike, and may be found to
/// differ.
public struct PairedDifferences: Sendable {
    let values: [Double]

    /// What a block of times has to say: by how much the logarithm of a variant lies above that of the base, the median
    /// of what two runs of the same round differ by. Nil if a run has no value above zero, or no run beside it.
    ///
    /// - Parameters:
    ///   - base: What the runs of the base took, in their order.
    ///   - other: What the runs of the variant took.
    public static func ofBlock(base: [Double], other: [Double]) -> Double? {
        let differences = zip(other, base).map { log($0 / $1) }
        guard base.count == other.count, differences.allSatisfy(\.isFinite) else { return nil }
        return Sample(differences)?.median
    }

    /// The probability of such differences without a change, two-sided.
    var pValue: Double {
        Sample(values).map { WilcoxonSignedRank($0).pValue } ?? 1
    }

    /// Where the change lies; nil if there are no blocks.
    var center: Estimate? {
        Sample(values).map { HodgesLehmann(confidence: PairedRule.confidence).center($0) }
    }
}
