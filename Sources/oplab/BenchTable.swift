internal import QueueBenchmarking
internal import ResultFiles

/// The tables of a benchmark for a terminal of 80 columns.
enum BenchTable {
    static func text(_ summary: BenchmarkSummary) -> String {
        let tables = summary.tables
        return tables.map { text(SummaryTable($0)) }.joined(separator: "\n") + "\n" + legend(tables)
    }

    private static func text(_ table: SummaryTable) -> String {
        if table.rows.isEmpty { return "\(table.title)\n  nothing measured\n" + notes(table) }
        let rows = [table.columns] + table.rows
        let widths = table.columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var text = table.title + "\n"
        for row in rows {
            var line = Columns.fill(row[0], to: widths[0])
            for column in row.indices.dropFirst() {
                let padding = widths[column] - row[column].count
                line += "  " + String(repeating: " ", count: padding) + row[column]
            }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text + notes(table)
    }

    private static func notes(_ table: SummaryTable) -> String {
        table.notes.map(wrapped).joined()
    }

    /// In lines of 80 columns, indented.
    static func wrapped(_ sentence: String) -> String {
        var text = ""
        var line = " "
        for word in sentence.split(separator: " ") {
            if line.count + 1 + word.count > 80 {
                text += line + "\n"
                line = "   "
            }
            line += " " + word
        }
        return text + line + "\n"
    }

    /// What the rows mean, only as far as they are there.
    private static func legend(_ tables: [BenchmarkSummary.Table]) -> String {
        let lines = tables.flatMap(\.lines)
        var text = ""
        if lines.contains(where: { $0.arm.queue == "inline" }) {
            text += "inline runs the operation in the call that adds it: the harness's own cost.\n"
        }
        var drivers: [String: [String]] = [:]
        for table in tables where table.measured.scenario == EmptyScenario.name {
            for line in table.lines where drivers[line.driver]?.contains("\(line.arm)") != true {
                drivers[line.driver, default: []].append("\(line.arm)")
            }
        }
        if drivers.count > 1 {
            text +=
                "In \(EmptyScenario.name), the calls come from "
                + drivers.sorted { $0.key < $1.key }
                .map { "a \($0.key) for \($0.value.joined(separator: ", "))" }.joined(separator: ";\n  from ")
                + ".\n"
        }
        return text
    }
}
