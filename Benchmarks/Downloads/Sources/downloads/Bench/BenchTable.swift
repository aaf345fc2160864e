private import BenchmarkStatistics
internal import DownloadOperations
internal import QueueBenchmarking
private import TextFormats

/// What a benchmark found, in the units of somebody who downloads: files a second, processor time a file, how long the slowest
/// take, memory.
enum BenchTable {
    static let heading = [
        "files", "operation", "queue", "files/s", "MB/s", "CPU µs/file", "p50 ms", "p99 ms", "peak MB",
    ]

    /// For a terminal.
    static func text(_ summary: BenchmarkSummary) -> String {
        PlainText.columns([heading] + rows(summary)) + "\n"
    }

    /// For the article.
    static func markdown(_ summary: BenchmarkSummary) -> String { Markdown.table([heading] + rows(summary)) }

    private static func rows(_ summary: BenchmarkSummary) -> [[String]] {
        let metrics: Set<Metric> = [.wallTime, .processCPUTime, .latencyP50, .latencyP99, .peakResidentBytes]
        let tables = summary.tables(of: metrics).sorted { lhs, rhs in
            (lhs.benchmarkCase.scenario == SmallFilesScenario.name ? 0 : 1, -design(lhs))
                < (rhs.benchmarkCase.scenario == SmallFilesScenario.name ? 0 : 1, -design(rhs))
        }
        return tables.flatMap { table in table.lines.map { row($0, table.benchmarkCase) } }
    }

    private static func design(_ table: BenchmarkSummary.Table) -> Int {
        table.benchmarkCase.parameters["design"] ?? 0
    }

    private static func row(_ line: BenchmarkSummary.Line, _ at: BenchmarkCase) -> [String] {
        let parameters = at.parameters
        let (files, bytes) = (parameters["files"] ?? 0, parameters["bytes"] ?? 0)
        func cell(_ metric: Metric, places: Int, _ value: (Double) -> Double) -> String {
            line.medians[metric].map { Decimals.rounded(value($0.point), places: places) } ?? ""
        }
        let design = parameters["design"].map { DownloadDesign.allCases[$0].rawValue } ?? ""
        return [
            "\(files) × \(ByteCount(UInt64(bytes)))", design, line.subject.queue,
            cell(.wallTime, places: bytes > 1 << 20 ? 1 : 0) { 1e9 / $0 },
            cell(.wallTime, places: 0) { Double(bytes) / $0 * 1e3 },
            cell(.processCPUTime, places: 0) { $0 / 1e3 }, cell(.latencyP50, places: 1) { $0 / 1e6 },
            cell(.latencyP99, places: 1) { $0 / 1e6 }, cell(.peakResidentBytes, places: 0) { $0 / 1e6 },
        ]
    }
}
