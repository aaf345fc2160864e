public import BenchmarkStatistics

/// How much two queues differ in something, over blocks of new processes.
public struct PairedChange: Hashable, Sendable {
    /// That of the intervals.
    public static let confidence = 0.99

    /// The medians of the queue in question, and of the one that it is compared with.
    public let first: Double
    public let second: Double
    /// Of the first from the second.
    public let estimate: Estimate

    /// The change between values of the same blocks; nil if there are none.
    init?(_ first: [Double], _ second: [Double]) {
        guard let one = Sample(first), let other = Sample(second), first.count == second.count,
            let differences = Sample(zip(first, second).map { $0 - $1 })
        else { return nil }
        (self.first, self.second) = (one.median, other.median)
        estimate = HodgesLehmann(confidence: Self.confidence).center(differences)
    }

    /// Whether the interval excludes zero.
    var isCertain: Bool {
        guard let interval = estimate.interval else { return false }
        return interval.lower > 0 || interval.upper < 0
    }
}
