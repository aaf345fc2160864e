private import BenchmarkStatistics
public import QueueBenchmarking

/// One case of a benchmark in words and numbers for people, for whatever prints it.
public struct SummaryTable: Sendable {
    public let title: String
    public let columns: [String]
    /// As many cells as columns; the first is the queue's name.
    public let rows: [[String]]
    /// What doesn't fit into a table: a sentence each.
    public let notes: [String]

    public init(_ table: BenchmarkSummary.Table) {
        let isLatency = table.lines.contains { $0.latency != nil }
        let parameters = table.parameters.values.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let unit =
            isLatency
            ? "µs from the intended time to the start"
            : "ns per operation, with 95% intervals"
        title = "\(table.scenario), \(parameters): \(unit)"
        let isCompared = table.lines.contains { $0.ratios[.processCPUTime] != nil }
        columns =
            isLatency ? Self.latencyColumns : Self.timeColumns + (isCompared ? [Self.ratioColumn] : [])
        rows = table.lines.map { line in
            [line.queue]
                + (isLatency
                    ? Self.latencyCells(line) : Self.timeCells(line) + (isCompared ? [Self.ratio(line)] : []))
        }
        notes =
            table.lines.compactMap(Self.failureNote)
            + table.skipped.map { "\($0.queue) isn't run here: \($0.reason)." }
    }

    // MARK: Time

    private static let timeColumns = ["queue", "wall", "interval", "CPU", "interval"]
    private static let ratioColumn = "CPU ÷ \(BenchmarkSummary.reference)"

    private static func timeCells(_ line: BenchmarkSummary.Line) -> [String] {
        let wall = line.medians[.wallTime]
        let cpu = line.medians[.processCPUTime]
        return [point(wall), interval(wall), point(cpu), interval(cpu)]
    }

    private static func ratio(_ line: BenchmarkSummary.Line) -> String {
        guard let ratio = line.ratios[.processCPUTime] else { return "" }
        if line.queue == BenchmarkSummary.reference { return "1" }
        let places = ratio.point < 0.1 ? 3 : 2
        let point = Decimals.rounded(ratio.point, places: places)
        guard let interval = ratio.interval else { return point }
        return point + " (" + Decimals.rounded(interval.lower, places: places) + "–"
            + Decimals.rounded(interval.upper, places: places) + ")"
    }

    private static func point(_ estimate: Estimate?) -> String {
        estimate.map { number($0.point) } ?? ""
    }

    private static func interval(_ estimate: Estimate?) -> String {
        estimate?.interval.map { "\(number($0.lower))–\(number($0.upper))" } ?? ""
    }

    private static func number(_ value: Double) -> String {
        Decimals.rounded(value, places: value < 100 ? 1 : 0)
    }

    // MARK: Latency

    private static let latencyColumns = ["queue", "p50", "p90", "p99", "p99.9", "max", "late p99"]

    private static func latencyCells(_ line: BenchmarkSummary.Line) -> [String] {
        let latency = line.latency
        func cell(_ nanoseconds: UInt64?) -> String {
            nanoseconds.map { Decimals.rounded(Double($0) / 1_000, places: 1) } ?? ""
        }
        let lateness = line.medians[.latenessP99].map { Decimals.rounded($0.point / 1_000, places: 1) }
        return [0.5, 0.9, 0.99, 0.999].map { cell(latency?.quantile($0)) }
            + [cell(latency?.maximum), lateness ?? ""]
    }

    // MARK: Notes

    private static func failureNote(_ line: BenchmarkSummary.Line) -> String? {
        guard let first = line.failures.first else { return nil }
        let all = line.failures.count + line.runs
        return "FAILED: \(line.queue) did it wrong in \(line.failures.count) of \(all) runs, the first "
            + "time: \(first). Those runs have no timing."
    }
}
