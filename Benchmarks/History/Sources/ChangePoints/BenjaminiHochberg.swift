/// Corrects p-values for many tests, so that few of those called significant are false.
///
/// Benjamini, Hochberg: *Controlling the false discovery rate: a practical and powerful approach to multiple testing*, Journal
/// of the Royal Statistical Society B 57(1), 1995. If tests with an adjusted p-value of at most *q* are called significant,
/// the expected share of false ones among them is at most *q*, for independent tests and for those that depend on each
/// other positively (Benjamini, Yekutieli, Annals of Statistics 29(4), 2001).
public enum BenjaminiHochberg {
    /// The adjusted p-values, in the order of the given ones.
    ///
    /// - Precondition: Each p-value is from 0 through 1.
    /// - Complexity: O(*n* log *n*).
    public static func adjusted(_ pValues: [Double]) -> [Double] {
        precondition(pValues.allSatisfy((0...1).contains), "a p-value is from 0 through 1")
        var adjusted = pValues
        var least = 1.0
        let descending = pValues.indices.sorted { pValues[$0] > pValues[$1] }
        for (step, index) in descending.enumerated() {
            least = min(least, pValues[index] * Double(pValues.count) / Double(pValues.count - step))
            adjusted[index] = least
        }
        return adjusted
    }
}
