/// Many measurements of one thing, in the order in which they were taken.
public struct Sample: Hashable, Codable, Sendable {
    /// At least one value; all are finite.
    public let values: [Double]
    private let sorted: [Double]

    /// Nil if there are no values, or if one isn't finite.
    ///
    /// - Complexity: O(*n* log *n*).
    public init?(_ values: [Double]) {
        guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
        self.values = values
        sorted = values.sorted()
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer().decode([Double].self)
        guard let sample = Sample(values) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a sample has one or more finite values"))
        }
        self = sample
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }

    public var count: Int { values.count }
    public var minimum: Double { sorted[0] }
    public var maximum: Double { sorted[count - 1] }

    /// The value below which the fraction `probability` of the sample lies, interpolated linearly between the two
    /// nearest values.
    ///
    /// Definition 7 of Hyndman, Fan: *Sample quantiles in statistical packages*, The American Statistician 50(4),
    /// 1996; the default of R and NumPy.
    ///
    /// - Precondition: `probability` is from 0 through 1.
    /// - Complexity: O(1).
    public func quantile(_ probability: Double) -> Double { Sample.quantile(probability, ofSorted: sorted) }

    /// The quantile at 1/2.
    public var median: Double { quantile(0.5) }

    /// The median of `values`, which it sorts.
    static func median(sorting values: inout [Double]) -> Double {
        values.sort()
        return quantile(0.5, ofSorted: values)
    }

    static func quantile(_ probability: Double, ofSorted sorted: [Double]) -> Double {
        precondition((0...1).contains(probability), "\(probability) is no probability")
        let position = probability * Double(sorted.count - 1)
        let lower = Int(position.rounded(.down))
        let upper = min(lower + 1, sorted.count - 1)
        let fraction = position - Double(lower)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * fraction
    }
}
