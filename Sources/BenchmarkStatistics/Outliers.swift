/// Labels the values of a sample that lie far from the others. It removes none: a slow measurement is a
/// measurement.
///
/// The fences lie 1.5 and 3 interquartile ranges beyond the quartiles (Tukey: *Exploratory Data Analysis*, 1977,
/// 2C). Quartiles, fences and labels are those of criterion.rs.
public struct Outliers: Hashable, Codable, Sendable {
    public enum Label: String, Codable, Hashable, Sendable, CaseIterable {
        /// More than 3 interquartile ranges below the lower quartile.
        case lowSevere
        /// More than 1.5 interquartile ranges below the lower quartile.
        case lowMild
        case none
        /// More than 1.5 interquartile ranges above the upper quartile.
        case highMild
        /// More than 3 interquartile ranges above the upper quartile.
        case highSevere
    }

    /// The bounds beyond which a value is an outlier.
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

    /// One label for each value, in the order of the sample.
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

    /// The number of values with the label.
    public func count(_ label: Label) -> Int { labels.count { $0 == label } }

    /// The number of outliers of any kind.
    public var total: Int { labels.count - count(.none) }
}
