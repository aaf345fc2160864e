/// The result of one run of a scenario on one queue.
public enum RunOutcome: Codable, Sendable {
    /// The run passed its check; these are its readings. The histogram is present if the scenario measures
    /// latencies.
    case passed([Reading], latency: LatencyHistogram? = nil, flags: [RunFlag] = [])

    /// The queue made an error, so its readings don't count.
    case failed(reason: String)

    /// A failure with the given problems; nil if there are none.
    static func failed(_ problems: [String?]) -> RunOutcome? {
        joined(problems).map { .failed(reason: $0) }
    }

    /// The problems as one text; nil if there are none.
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

/// One value of a run.
public struct Reading: Hashable, Codable, Sendable {
    public let metric: Metric
    /// Nil if the run has no value.
    public let value: Double?

    public init(_ metric: Metric, _ value: Double?) {
        self.metric = metric
        self.value = value
    }
}
