/// How much each value of a series depends on the one before.
public enum Autocorrelation {
    /// The mean over several series of the products of neighbours, divided by that of the squares: about 0 for independent
    /// values, and about 1 for values that wander slowly. Nil if no series has two values that aren't 0.
    ///
    /// - Parameter series: Series whose values scatter around 0. Estimated from *n* values each, the figure of independent
    ///   values is about −1 ÷ *n*.
    /// - Complexity: O(number of values).
    public static func lagOne(of series: [[Double]]) -> Double? {
        var (products, squares) = (0.0, 0.0)
        for values in series where values.count > 1 {
            let pairs = zip(values, values.dropFirst())
            products += pairs.reduce(0) { $0 + $1.0 * $1.1 } / Double(values.count - 1)
            squares += values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
        }
        return squares > 0 ? products / squares : nil
    }
}
