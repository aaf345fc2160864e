/// What a sample says about the thing that was measured: a number, and how far it can be trusted.
public struct Estimate: Hashable, Codable, Sendable {
    /// An interval that covers the true value in `confidence` of all experiments like this one.
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

    /// Nil if the sample can't tell: a single measurement says nothing about its own spread.
    public let interval: Interval?

    public init(point: Double, interval: Interval?) {
        self.point = point
        self.interval = interval
    }
}
