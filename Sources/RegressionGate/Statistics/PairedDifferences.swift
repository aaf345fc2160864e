internal import BenchmarkStatistics
private import LinuxPlatform

/// The differences between two variants, block by block: the head's value minus the base's, or the logarithm of
/// their ratio. Above zero the head costs more.
///
/// The variants of a block run in random order. If their distributions are equal, positive and negative differences
/// are equally likely: Wilcoxon's test needs no more than that, and the interval of Hodges and Lehmann belongs to
/// it. A head whose costs have the same median but another distribution may be found to differ.
public struct PairedDifferences: Sendable {
    let values: [Double]

    /// The difference of one block of times: the median of the differences between the logarithms of the two runs
    /// of a round. Nil if a run has no value above zero, or no partner.
    ///
    /// - Parameters:
    ///   - base: The times of the base, in order.
    ///   - other: The times of the variant, in order.
    public static func ofBlock(base: [Double], other: [Double]) -> Double? {
        let differences = zip(other, base).map { log($0 / $1) }
        guard base.count == other.count, differences.allSatisfy(\.isFinite) else { return nil }
        return Sample(differences)?.median
    }

    /// The two-sided p-value of the differences.
    var pValue: Double {
        Sample(values).map { WilcoxonSignedRank($0).pValue } ?? 1
    }

    /// The estimated change; nil if there are no blocks.
    var center: Estimate? {
        Sample(values).map { HodgesLehmann(confidence: PairedRule.confidence).center($0) }
    }
}
