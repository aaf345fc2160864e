private import BenchmarkStatistics
public import QueueBenchmarking
public import TextFormats

/// The tables of a benchmark, one for each case.
extension TextTable {
    public init(_ table: BenchmarkSummary.Table, _ names: SubjectNames) {
        let hasTimes = table.lines.contains { $0.medians[.processCPUTime] != nil }
        let hasExcess = table.lines.contains { $0.medians[.excessTime] != nil }
        let hasLatencies = table.lines.contains { $0.medians[.latencyCount] != nil }
        let isOpenLoop = table.lines.contains { $0.medians[.offeredRate] != nil }
        let hasMemory = table.lines.contains { $0.medians[.allocations] != nil }
        let hasLiveBytes = table.lines.contains { $0.medians[.liveBytes] != nil }
        let isCompared = table.lines.contains { $0.ratios[.processCPUTime] != nil }
        var columns: [Column] = []
        if hasTimes { columns += Self.timeColumns }
        // 80 columns have no room for both.
        if hasTimes { columns.append(isCompared ? Self.ratioColumn(table.anchor) : Self.intervalColumn) }
        if hasExcess { columns.append(Self.excessColumn) }
        if hasMemory { columns += Self.memoryColumns }
        if hasLiveBytes { columns.append(Self.liveBytesColumn) }
        if isOpenLoop { columns.append(Self.rateColumn) }
        if hasLatencies { columns += Self.latencyColumns }
        if isOpenLoop { columns.append(Self.latenessColumn) }
        let units = [
            hasTimes ? "ns per operation" : nil, hasExcess ? "excess in ms" : nil,
            hasMemory ? "allocations and bytes per operation" : nil,
            hasLatencies ? "latency in µs" : nil,
        ]
        let title =
            "\(Self.name(table.benchmarkCase.scenario, table.benchmarkCase.parameters)): "
            + units.compactMap(\.self).joined(separator: "; ")
        let rows = table.lines.map { line in [names[line.subject]] + columns.map { $0.cell(line) } }
        let notes = table.lines.flatMap { Self.notes($0, names[$0.subject]) }
        self.init(title: title, columns: ["queue"] + columns.map(\.title), rows: rows, notes: notes)
    }

    /// For example "empty, limit 1, operations 5000".
    static func name(_ scenario: String, _ parameters: ScenarioParameters) -> String {
        ([scenario] + parameters.values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
            .joined(separator: ", ")
    }

    private struct Column: Sendable {
        let title: String
        let cell: @Sendable (BenchmarkSummary.Line) -> String
    }

    // MARK: Time

    private static let timeColumns = [
        Column(title: "wall") { point($0.medians[.wallTime]) },
        Column(title: "CPU") { point($0.medians[.processCPUTime]) },
    ]

    private static let intervalColumn = Column(title: "95% interval") {
        interval($0.medians[.processCPUTime])
    }

    private static func ratioColumn(_ anchor: String) -> Column {
        Column(title: "CPU ÷ \(anchor)") { line in
            guard let ratio = line.ratios[.processCPUTime] else { return "" }
            return "\(line.subject)" == anchor || line.subject.queue == anchor ? "1" : ratio.ratioText
        }
    }

    private static let excessColumn = Column(title: "excess") { line in
        line.medians[.excessTime].map { Decimals.rounded($0.point / 1_000_000, places: 1) } ?? ""
    }

    private static func point(_ estimate: Estimate?) -> String { estimate.map { number($0.point) } ?? "" }

    private static func interval(_ estimate: Estimate?) -> String {
        estimate?.interval.map { "\(number($0.lower))–\(number($0.upper))" } ?? ""
    }

    private static func number(_ value: Double) -> String {
        Decimals.rounded(value, places: value < 100 ? 1 : 0)
    }

    // MARK: Memory

    private static let memoryColumns = [
        Column(title: "allocs") { line in
            line.medians[.allocations].map { Decimals.rounded($0.point, places: 1) } ?? ""
        },
        Column(title: "bytes") { point($0.medians[.allocatedBytes]) },
    ]

    private static let liveBytesColumn = Column(title: "waiting") { point($0.medians[.liveBytes]) }

    // MARK: Latency

    private static let rateColumn = Column(title: "rate/s") { line in
        line.medians[.offeredRate].map { Decimals.rounded($0.point, places: 0) } ?? ""
    }

    private static let quantiles = [
        ("p50", Metric.latencyP50), ("p90", .latencyP90), ("p99", .latencyP99),
    ]

    private static let latencyColumns = (quantiles + [("max", .latencyMaximum)]).map { title, metric in
        Column(title: title) { microseconds($0, metric) }
    }

    private static let latenessColumn = Column(title: "late p99") { microseconds($0, .latenessP99) }

    private static func microseconds(_ line: BenchmarkSummary.Line, _ metric: Metric) -> String {
        guard !isPartial(metric, of: line) else { return "" }
        return line.medians[metric].map { Decimals.rounded($0.point / 1_000, places: 1) } ?? ""
    }

    /// Whether some runs have too few latencies for a quantile. Its median would then be based on fewer runs than
    /// the rest of the row, and might exceed the maximum.
    private static func isPartial(_ metric: Metric, of line: BenchmarkSummary.Line) -> Bool {
        guard let own = line.values[metric], let all = line.values[.latencyMaximum] else { return false }
        return own.count < all.count
    }

    // MARK: Notes

    private static func notes(_ line: BenchmarkSummary.Line, _ name: String) -> [String] {
        var notes = warnings(
            name, runs: line.runs, failures: line.failures, overloaded: line.flags[.overloaded] ?? 0)
        if let number = line.flags[.unsettled] {
            notes.append(
                "\(name) was still getting faster when its warm-up ended, in \(number) processes."
            )
        }
        for (title, metric) in quantiles where isPartial(metric, of: line) {
            notes.append(
                "\(name) has no \(title): some runs have too few latencies above it.")
        }
        if line.outliers > 0 {
            let times = line.values[.processCPUTime]?.count ?? 0
            notes.append("\(name): \(line.outliers) of \(times) CPU times are outliers; they count.")
        }
        return notes
    }

    /// Warnings about the reliability of a queue's numbers.
    static func warnings(_ name: String, runs: Int, failures: [String], overloaded: Int) -> [String] {
        var notes: [String] = []
        if let first = failures.first {
            notes.append(
                "FAILED: \(name) failed the check in \(failures.count) of \(failures.count + runs) runs, which have no "
                    + "times; first: \(first).")
        }
        if overloaded > 0 {
            notes.append(
                "OVERLOADED: \(name) did not keep up in \(overloaded) of \(runs) runs; there its "
                    + "latencies depend on the length of the run.")
        }
        return notes
    }
}
