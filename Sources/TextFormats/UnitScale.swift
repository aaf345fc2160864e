/// The unit in which some numbers are read best, and how they are rounded, all in the same way.
public struct UnitScale {
    private let factor: Double
    /// The unit behind a number, with a space before it; empty if it has none.
    public let suffix: String
    private let places: Int

    /// - Parameters:
    ///   - unit: Of the values: "ns" or "B", or one of them for each of something, as in "ns/operation"; of any other the
    ///     suffix is empty.
    ///   - values: What is to be shown.
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
