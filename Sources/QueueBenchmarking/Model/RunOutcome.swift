/// What came out of one run of a scenario on one queue.
public enum RunOutcome: Codable, Sendable {
    /// The queue did what it should; this is what it took. The histogram is there if the scenario measures
    /// latencies.
    case passed([Reading], latency: LatencyHistogram? = nil, flags: [RunFlag] = [])

    /// The queue did something wrong, so what it took doesn't count.
    case failed(reason: String)

    /// `problems`, if there are any.
    static func failed(_ problems: [String?]) -> RunOutcome? {
        joined(problems).map { .failed(reason: $0) }
    }

    /// `problems` as one; nil if there are none.
    static func joined(_ problems: [String?]) -> String? {
        let problems = problems.compactMap(\.self)
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    /// The value of a metric; nil if the run has none.
    public func value(_ metric: Metric) -> Double? {
        guard case .passed(let readings, _, _) = self else { return nil }
        return readings.first { $0.metric == metric }?.value
    }
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
