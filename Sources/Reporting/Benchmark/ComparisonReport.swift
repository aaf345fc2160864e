private import BenchmarkStatistics
public import QueueBenchmarking
public import TextFormats

/// A comparison as tables and sentences, for any output.
public struct ComparisonReport: Sendable {
    public let title: String
    public let tables: [TextTable]
    /// What the numbers mean, and how reliable they are: a sentence each.
    public let legend: [String]
    public let rows: [ComparisonRow]

    /// Describes one run.
    public init(_ run: RunFolder, _ comparison: RunComparison) {
        let anchor = comparison.anchor
        title = "\(run.path): every queue ÷ \(anchor)"
        tables =
            comparison.tables.map { Self.table($0, anchor) } + TextTable.scaling(comparison.scaling, .full)
            + TextTable.granularity(comparison.granularity, .full)
        rows = ComparisonRow.rows(comparison)
        var legend = [
            "A ratio is the median over the rounds divided by that of \(anchor) in the same rounds, with its 95% "
                + "interval.",
            "best: the interval is better than those of all other queues; where none is marked, the rounds "
                + "don't decide it.",
        ]
        if comparison.tables.contains(where: {
            $0.lines.contains { $0.subject.queue == BenchmarkSummary.harness }
        }) {
            legend.append(
                "\(BenchmarkSummary.harness) runs the operation in the call that adds it: the cost "
                    + "of the harness. It is never the best.")
        }
        if comparison.tables.contains(where: { $0.benchmarkCase.parameters["load"] != nil }) {
            legend.append(
                "load is in percent of each queue's own capacity, so a better queue gets more arrivals: see offered_rate "
                    + "in \(MeasurementCSV.fileName).")
        }
        self.legend = legend + RunDoubts.sentences(run.manifest, of: run.path)
    }

    /// Describes two runs.
    public init(_ first: RunFolder, _ second: RunFolder, _ comparison: CrossRunComparison) {
        let anchor = comparison.anchor
        title = "queue ÷ \(anchor): \(second.path) ÷ \(first.path)"
        tables = comparison.tables.map(Self.table)
        rows = ComparisonRow.rows(comparison)
        let count = comparison.tables.reduce(0) { $0 + $1.lines.count }
        var legend = [
            "Each number is a queue's ratio to \(anchor) in \(second.path) divided by that in \(first.path); with "
                + "its 95% interval. lower, higher: the interval excludes 1. 1 in 20 of the \(count) intervals excludes "
                + "1 by chance."
        ]
        if !comparison.unmatched.isEmpty {
            legend.append(
                "Cases that only one run has, and that are not compared: \(comparison.unmatched.count).")
        }
        self.legend = legend + RunDifferences(first, second).sentences
    }

    // MARK: Tables

    private static func table(_ table: RunComparison.Table, _ anchor: SubjectID) -> TextTable {
        let skipped = table.skipped.map { "\($0.subject) isn't run here: \($0.reason)." }
        let missing =
            table.hasAnchor ? [] : ["\(anchor) has no value here, so there are no ratios."]
        return TextTable(
            title: title(table.benchmarkCase, table.metric),
            columns: ["queue", table.metric.unit, "÷ \(anchor) (95%)", ""],
            rows: table.lines.map { line in
                [
                    "\(line.subject)", line.median.map { number($0.point) } ?? "",
                    line.subject == anchor && line.ratio != nil ? "1" : line.ratio.map(\.ratioText) ?? "",
                    line.isBest ? "best" : "",
                ]
            }, notes: missing + table.lines.flatMap(notes) + skipped)
    }

    private static func table(_ table: CrossRunComparison.Table) -> TextTable {
        TextTable(
            title: title(table.benchmarkCase, table.metric), columns: ["queue", "ratio of ratios (95%)", ""],
            rows: table.lines.map { line in
                [
                    "\(line.subject)", line.ratio.map(\.ratioText) ?? "a value is 0",
                    ComparisonRow.mark(line.ratio)?.rawValue ?? "",
                ]
            }, notes: [])
    }

    private static func title(_ benchmarkCase: BenchmarkCase, _ metric: Metric) -> String {
        "\(TextTable.name(benchmarkCase.scenario, benchmarkCase.parameters)): \(metric.rawValue)"
    }

    private static func number(_ value: Double) -> String {
        value < 100 ? Decimals.ratio(value) : Decimals.rounded(value, places: 0)
    }

    private static func notes(_ line: RunComparison.Line) -> [String] {
        var notes = TextTable.warnings(
            "\(line.subject)", runs: line.runs, failures: line.failures, overloaded: line.overloaded)
        if line.outliers > 0 {
            let outliers = line.outliers == 1 ? "1 outlier" : "\(line.outliers) outliers"
            notes.append("\(line.subject): \(outliers); they count.")
        }
        if let ratio = line.ratio, ratio.interval == nil {
            let rounds = line.pairs == 1 ? "1 round" : "\(line.pairs) rounds"
            notes.append(
                "\(line.subject): no interval: \(rounds), and \(BenchmarkSummary.leastRoundsForInterval) are needed."
            )
        }
        return notes
    }

    // MARK: Formats

    public var markdown: String {
        "# \(Markdown.escaped(title))\n" + tables.map(\.markdown).joined() + "\n"
            + legend.map { "- \(Markdown.escaped($0))\n" }.joined()
    }

    public var csv: String {
        CSVRow.text(ComparisonRow.columns) + rows.map { CSVRow.text($0.fields) }.joined()
    }

    public var json: String {
        get throws { try JSONText.text(Document(title: title, legend: legend, rows: rows)) }
    }

    private struct Document: Encodable {
        let title: String
        let legend: [String]
        let rows: [ComparisonRow]
    }
}
