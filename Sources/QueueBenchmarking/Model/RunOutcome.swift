/// What came out of one run of a scenario on one queue.
public enum RunOutcome: Sendable {
    /// The queue did what it should; this is what it took. The histogram is there if the scenario measures
    /// latencies.
    case passed([Reading], latency: LatencyHistogram?)

    /// The queue did something wrong, so what it took doesn't count.
    case failed(reason: String)
}

/// One number that a run gave.
public struct Reading: Hashable, Codable, Sendable {
    public let metric: Metric
    /// Nil where the run can't tell.
    public let value: Double?

    public init(_ metric: Metric, _ value: Double?) {
        self.metric = metric
        self.value = value
    }
}
