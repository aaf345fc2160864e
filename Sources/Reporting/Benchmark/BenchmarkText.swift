public import QueueBenchmarking
private import TextFormats

/// The tables of a benchmark for a terminal of 80 columns.
public enum BenchmarkText {
    /// The tables of `summary`. `latencies` returns all latencies of a queue at a case.
    public static func text(
        _ summary: BenchmarkSummary,
        latencies: (SubjectID, BenchmarkCase) -> LatencyHistogram? = { _, _ in nil }
    ) -> String {
        let (tables, names) = (summary.tables, SubjectNames(summary.subjects))
        let skipped = SkippedCases(tables, names)
        let texts = tables.filter(skipped.isShown).map { table in
            TextTable(table, names).plain() + bars(table, names, latencies)
        }
        let scaling = TextTable.scaling(ScalingSummary(summary), names)
        let granularity = TextTable.granularity(GranularitySummary(summary), names)
        let rest = skipped.sentences.isEmpty ? [] : [notRun(skipped.sentences)]
        return (texts + (scaling + granularity).map { $0.plain() } + rest).joined(separator: "\n") + "\n"
            + legend(tables, names)
    }

    private static func notRun(_ sentences: [String]) -> String {
        "Not run\n" + sentences.map { PlainText.wrapped($0) }.joined()
    }

    /// Powers of two nanoseconds: from a tenth of a microsecond to a tenth of a second.
    private static let powers = 7..<27

    private static func bars(
        _ table: BenchmarkSummary.Table, _ names: SubjectNames,
        _ latencies: (SubjectID, BenchmarkCase) -> LatencyHistogram?
    ) -> String {
        let rows = table.lines.compactMap { line in
            latencies(line.subject, table.benchmarkCase).map { histogram in
                let counts = histogram.countsByPowerOfTwo(from: powers.lowerBound, to: powers.upperBound)
                return ["  \(names[line.subject])", Sparkline.text(counts)]
            }
        }
        if rows.isEmpty { return "" }
        return "  latencies; each bar covers twice the time of the one before, from 0.1 µs\n"
            + PlainText.columns(rows)
    }

    /// The digest of the run in a few lines, below all tables.
    public static func text(_ digest: RunDigest) -> String {
        var text = "\nFindings\n"
        for sentence in digest.rules + digest.results { text += PlainText.wrapped(sentence) }
        if let title = digest.title {
            text += PlainText.wrapped(title) + indented(digest.table)
            text += digest.legend.map { PlainText.wrapped($0) }.joined() + "\n"
        }
        if let granularity = digest.granularity {
            text += PlainText.wrapped(granularity.title) + indented(granularity.table)
            text += granularity.notes.map { PlainText.wrapped($0) }.joined() + "\n"
        }
        return text
    }

    private static func indented(_ table: [[String]]) -> String {
        let rows = table.map { row in ["  " + row[0]] + row.dropFirst() }
        return PlainText.columns(rows, numbers: 1..<(rows.first?.count ?? 1))
    }

    /// Explains the rows that the tables have.
    private static func legend(_ tables: [BenchmarkSummary.Table], _ names: SubjectNames) -> String {
        let lines = tables.flatMap(\.lines)
        var text = ""
        if lines.contains(where: { $0.subject.queue == BenchmarkSummary.harness }) {
            text +=
                "\(BenchmarkSummary.harness) runs the operation in the call that adds it: the cost of the harness.\n"
        }
        if let sentence = RunDoubts.missingIntervals(tables) {
            text += PlainText.wrapped(sentence, indent: 0)
        }
        if lines.contains(where: { $0.medians[.liveBytes] != nil }) {
            text += "waiting: the bytes of a waiting operation.\n"
        }
        var drivers: [String: [String]] = [:]
        for table in tables where table.benchmarkCase.scenario == EmptyScenario.name {
            for line in table.lines where drivers[line.driver]?.contains(names[line.subject]) != true {
                drivers[line.driver, default: []].append(names[line.subject])
            }
        }
        if drivers.count > 1 {
            let list = drivers.sorted { $0.key < $1.key }
                .map { "from a \($0.key) for \($0.value.joined(separator: ", "))" }
            text += PlainText.wrapped(
                "In \(EmptyScenario.name), the calls come \(list.joined(separator: "; ")).", indent: 0)
        }
        return text
    }
}
