public import BenchmarkStatistics

/// What all runs together say: for each case a table with a line a queue.
public struct BenchmarkSummary: Sendable {
    /// The queue that the others are compared with, if it was measured.
    public static let reference = "foundation"

    /// One queue at one case.
    public struct Line: Sendable {
        public let queue: String
        public let driver: String
        /// How many runs passed their check.
        public let runs: Int
        /// How runs failed their check, the first first.
        public let failures: [String]
        /// Medians over the runs.
        public let medians: [Metric: Estimate]
        /// The medians divided by those of ``BenchmarkSummary/reference``, over the pairs that both have.
        public let ratios: [Metric: Estimate]
        /// All latencies of all runs; nil if the scenario measures none.
        public let latency: LatencyHistogram?
    }

    /// One case.
    public struct Table: Sendable {
        public let scenario: String
        public let parameters: ScenarioParameters
        public let lines: [Line]
        public let skipped: [BenchmarkRunner.Skip]
    }

    private struct Case: Hashable {
        let scenario: String
        let parameters: ScenarioParameters
    }
    private struct Arm: Hashable {
        let queue: String
        let measured: Case
    }
    private struct Record {
        let driver: String
        var runs = 0
        var failures: [String] = []
        /// Values by pair.
        var values: [Metric: [Int: Double]] = [:]
        var latency: LatencyHistogram?
    }

    private let queues: [String]
    private let cases: [Case]
    private let skipped: [BenchmarkRunner.Skip]
    private let bootstrap: Bootstrap
    private var records: [Arm: Record] = [:]

    /// - Parameter seed: Of the resampling behind the intervals.
    public init(of runner: BenchmarkRunner, seed: UInt64) {
        queues = runner.subjects.map(\.name)
        cases = runner.scenarios.map { Case(scenario: $0.name, parameters: $0.parameters) }
        skipped = runner.skipped
        bootstrap = Bootstrap(seed: seed)
    }

    /// Takes a run in. Of warm-ups, only failures count.
    public mutating func add(_ run: BenchmarkRun) {
        let arm = Arm(
            queue: run.queue, measured: Case(scenario: run.scenario, parameters: run.parameters))
        var record = records[arm] ?? Record(driver: run.driver)
        switch run.outcome {
        case .failed(let reason): record.failures.append(reason)
        case .passed(let readings, let latency):
            guard let place = run.place else { return }
            record.runs += 1
            for reading in readings {
                guard let value = reading.value else { continue }
                record.values[reading.metric, default: [:]][place.pair] = value
            }
            if let latency {
                var all = record.latency ?? LatencyHistogram()
                all.merge(latency)
                record.latency = all
            }
        }
        records[arm] = record
    }

    /// How many runs failed their check.
    public var failureCount: Int { records.values.reduce(0) { $0 + $1.failures.count } }

    /// In the order of cases and queues as they were asked for.
    public var tables: [Table] {
        cases.map { measured in
            Table(
                scenario: measured.scenario, parameters: measured.parameters,
                lines: queues.compactMap { line($0, measured) },
                skipped: skipped.filter {
                    $0.scenario == measured.scenario && $0.parameters == measured.parameters
                })
        }
    }

    private func line(_ queue: String, _ measured: Case) -> Line? {
        guard let record = records[Arm(queue: queue, measured: measured)] else { return nil }
        let reference = records[Arm(queue: BenchmarkSummary.reference, measured: measured)]
        var medians: [Metric: Estimate] = [:]
        var ratios: [Metric: Estimate] = [:]
        for (metric, values) in record.values {
            if let sample = sample(values) { medians[metric] = bootstrap.median(sample) }
            guard let others = reference?.values[metric] else { continue }
            let common = values.keys.filter { others[$0] != nil }.sorted()
            if let own = Sample(common.compactMap { values[$0] }),
                let other = Sample(common.compactMap { others[$0] })
            {
                ratios[metric] = bootstrap.ratioOfMedians(paired: own, other)
            }
        }
        return Line(
            queue: queue, driver: record.driver, runs: record.runs, failures: record.failures,
            medians: medians, ratios: ratios, latency: record.latency)
    }

    private func sample(_ values: [Int: Double]) -> Sample? {
        Sample(values.sorted { $0.key < $1.key }.map(\.value))
    }
}
