/// The most readable unit for a set of numbers, and their common rounding.
public struct UnitScale {
    private let factor: Double
    /// The unit to append to a number, with a space before it; empty if there is none.
    public let suffix: String
    private let places: Int

    /// - Parameters:
    ///   - unit: The unit of the values: "ns" or "B", or either for each of something, as in "ns/operation". For
    ///     other units the suffix is empty.
    ///   - values: The numbers to show.
    public init(_ unit: String, of values: [Double]) {
        let largest = values.map(\.magnitude).max() ?? 0
        switch unit.split(separator: "/").first {
        case "ns":
            let units = [(1e9, " s"), (1e6, " ms"), (1e3, " µs")]
            (factor, suffix) = units.first { largest >= 10 * $0.0 } ?? (1, " ns")
        case "B": (factor, suffix) = (1, " B")
        default: (factor, suffix) = (1, "")
        }
        places = Decimals.places(for: largest / factor)
    }

    public func text(_ value: Double) -> String { Decimals.rounded(value / factor, places: places) }
}
