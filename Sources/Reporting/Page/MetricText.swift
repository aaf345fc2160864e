internal import QueueBenchmarking
private import TextFormats

/// Metrics in words, for people who see them first on the page.
enum MetricText {
    /// For example "processor time per operation".
    static func phrase(_ metric: Metric) -> String {
        switch metric {
        case .processCPUTime: "processor time per operation"
        case .wallTime: "elapsed time per operation"
        case .excessTime: "elapsed time beyond one operation"
        case .latencyP50: "median latency"
        case .latencyP99: "99th percentile of the latency"
        case .allocations: "allocations per operation"
        case .allocatedBytes: "allocated bytes per operation"
        case .liveBytes: "bytes of a waiting operation"
        default: metric.rawValue.split(separator: "_").joined(separator: " ")
        }
    }

    /// The same without what each number is for.
    static func short(_ metric: Metric) -> String { phrase(metric).replacing(" per operation", with: "") }

    /// A time in its unit, as in "254 ns" and "5.3 µs".
    static func time(_ nanoseconds: Double) -> String {
        let scale = UnitScale("ns", of: [nanoseconds])
        return scale.text(nanoseconds) + scale.suffix
    }
}
