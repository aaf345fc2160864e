public import QueueBenchmarking

/// Names a series: one quantity of one queue at one case.
public struct SeriesID: Hashable, Sendable, CustomStringConvertible {
    public let subject: SubjectID
    public let benchmarkCase: BenchmarkCase
    public let metric: Metric

    public init(subject: SubjectID, benchmarkCase: BenchmarkCase, metric: Metric) {
        self.subject = subject
        self.benchmarkCase = benchmarkCase
        self.metric = metric
    }

    /// For example "lock/chained, empty limit=1;operations=100, process_cpu_time".
    public var description: String { "\(subject), \(benchmarkCase), \(metric.rawValue)" }
}
