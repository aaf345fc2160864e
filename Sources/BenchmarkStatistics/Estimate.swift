/// A number that a sample gives for the measured thing, with its uncertainty.
public struct Estimate: Hashable, Codable, Sendable {
    /// An interval that covers the true value in the fraction `confidence` of all such experiments.
    public struct Interval: Hashable, Codable, Sendable {
        public let lower: Double
        public let upper: Double
        /// From 0 to 1, as in 0.95.
        public let confidence: Double

        public init(lower: Double, upper: Double, confidence: Double) {
            self.lower = lower
            self.upper = upper
            self.confidence = confidence
        }
    }

    public let point: Double

    /// Nil if the sample is too small: a single measurement has no spread.
    public let interval: Interval?

    public init(point: Double, interval: Interval?) {
        self.point = point
        self.interval = interval
    }
}
