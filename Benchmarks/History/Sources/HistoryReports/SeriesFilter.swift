public import HistoryStore
public import QueueBenchmarking
private import TextFormats

/// Which series to show, by their names. An empty list means all.
public struct SeriesFilter: Hashable, Sendable {
    public let queues: [String]
    public let scenarios: [String]
    public let metrics: [Metric]
    /// Whether the metrics were asked for by name.
    private let isMetricNamed: Bool

    /// The metrics that are shown by default: what a queue costs in time, latency and memory.
    public static let usual = Metric.compared + [.efficiency, .allocations, .allocatedBytes, .liveBytes]

    public init(queues: [String] = [], scenarios: [String] = [], metrics: [Metric]? = nil) {
        self.queues = queues
        self.scenarios = scenarios
        self.metrics = metrics ?? Self.usual
        isMetricNamed = metrics != nil
    }

    /// Whether a series is one of these. A queue is named with its strategy or without, a case by its scenario.
    public func includes(_ id: SeriesID) -> Bool {
        (queues.isEmpty || queues.contains(id.subject.queue) || queues.contains("\(id.subject)"))
            && (scenarios.isEmpty || scenarios.contains(id.benchmarkCase.scenario))
            && (metrics.isEmpty || metrics.contains(id.metric))
    }

    /// - Throws: `UnknownName` for a queue, scenario or metric that none of `series` has.
    public func check(against series: [StoredSeries]) throws {
        let known = series.map(\.id)
        try Self.check(
            "queue", queues, Set(known.flatMap { [$0.subject.queue, "\($0.subject)"] }))
        try Self.check("scenario", scenarios, Set(known.map(\.benchmarkCase.scenario)))
        if isMetricNamed {
            try Self.check("metric", metrics.map(\.rawValue), Set(known.map(\.metric.rawValue)))
        }
    }

    private static func check(_ kind: String, _ names: [String], _ known: Set<String>) throws {
        for name in names where !known.contains(name) { throw UnknownName(kind, name, among: known.sorted()) }
    }
}
