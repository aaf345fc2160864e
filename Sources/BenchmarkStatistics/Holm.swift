/// Corrects p-values for multiple comparisons.
///
/// Holm: *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics 6(2), 1979.
/// If comparisons with an adjusted p-value of at most α are called significant, the probability of one or more
/// false calls is at most α, however the comparisons depend on each other.
public enum Holm {
    /// The adjusted p-values, in the order of the given ones: the smallest of *n* times *n*, the next times *n* − 1
    /// and so on, none less than the one before it, and none above 1.
    ///
    /// - Precondition: Each p-value is from 0 through 1.
    /// - Complexity: O(*n* log *n*).
    public static func adjusted(_ pValues: [Double]) -> [Double] {
        precondition(pValues.allSatisfy((0...1).contains), "a p-value is from 0 through 1")
        var adjusted = pValues
        var greatest = 0.0
        for (step, index) in pValues.indices.sorted(by: { pValues[$0] < pValues[$1] }).enumerated() {
            greatest = max(greatest, min(1, pValues[index] * Double(pValues.count - step)))
            adjusted[index] = greatest
        }
        return adjusted
    }
}
