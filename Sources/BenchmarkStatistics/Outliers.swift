/// Says which values of a sample lie far from the others. Drops none: a slow measurement is a measurement.
///
/// Fences at 1.5 and 3 times the distance between the quartiles, outside of them (Tukey: *Exploratory Data
/// Analysis*, 1977, 2C); quartiles, fences and labels are those of criterion.rs.
public struct Outliers: Hashable, Codable, Sendable {
    public enum Label: String, Codable, Hashable, Sendable, CaseIterable {
        /// Below the lower quartile by more than 3 distances between the quartiles.
        case lowSevere
        /// Below it by more than 1.5.
        case lowMild
        case none
        /// Above the upper quartile by more than 1.5 distances between the quartiles.
        case highMild
        /// Above it by more than 3.
        case highSevere
    }

    /// Bounds that a value has to pass to be an outlier.
    public struct Fences: Hashable, Codable, Sendable {
        public let lowSevere: Double
        public let lowMild: Double
        public let highMild: Double
        public let highSevere: Double

        func label(_ value: Double) -> Label {
            if value < lowSevere { return .lowSevere }
            if value > highSevere { return .highSevere }
            if value < lowMild { return .lowMild }
            return value > highMild ? .highMild : .none
        }
    }

    public let fences: Fences

    /// One for each value, in the order of the sample.
    public let labels: [Label]

    /// - Complexity: O(*n*).
    public init(in sample: Sample) {
        let (lower, upper) = (sample.quantile(0.25), sample.quantile(0.75))
        let distance = upper - lower
        let fences = Fences(
            lowSevere: lower - 3 * distance, lowMild: lower - 1.5 * distance,
            highMild: upper + 1.5 * distance, highSevere: upper + 3 * distance)
        self.fences = fences
        labels = sample.values.map(fences.label)
    }

    /// How many values have the label.
    public func count(_ label: Label) -> Int { labels.count { $0 == label } }

    /// How many values are outliers, of any kind.
    public var total: Int { labels.count - count(.none) }
}
