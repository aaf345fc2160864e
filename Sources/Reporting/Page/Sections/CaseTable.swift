private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// All medians of a run: a row for each queue at each case.
struct CaseTable {
    let view: RunView
    let palette: QueuePalette

    var table: PageTable {
        let anchor = view.ratios.map { view.names[$0.anchor] } ?? view.summary.anchor
        let hasMemory = view.summary.metrics.contains(.allocations)
        let hasLatencies = view.summary.metrics.contains(.latencyP50)
        var columns = ["case", "queue", "CPU (95%)", "CPU ÷ \(anchor) (95%)", "wall"]
        if hasMemory { columns += ["allocations", "bytes"] }
        if hasLatencies { columns += ["latency p50", "p99"] }
        columns.append("remarks")
        let rows = view.comparedTables.flatMap { table in
            let name = TextTable.name(table.benchmarkCase.scenario, table.benchmarkCase.parameters)
            return table.lines.map { line in
                row(name, line, hasMemory: hasMemory, hasLatencies: hasLatencies)
            }
        }
        return PageTable(
            columns: columns, rows: rows, numbers: 2..<columns.count - 1,
            label: "Medians of every queue at every case")
    }

    private func row(
        _ title: String, _ line: BenchmarkSummary.Line, hasMemory: Bool, hasLatencies: Bool
    ) -> [PageTable.Cell] {
        let name = view.names[line.subject]
        let cost = line.medians[.processCPUTime]
        let ratio = line.ratios[.processCPUTime]
        var cells: [PageTable.Cell] = [
            .init(html: "<span class=\"case\">\(XML.text(title))</span>"), .init(html: palette.label(name)),
            cost.map(Self.cost) ?? .empty,
            ratio.map { .init($0.ratioText, value: $0.point) } ?? .empty, time(view.median(.wallTime, line)),
        ]
        if hasMemory {
            cells += [
                number(view.median(.allocations, line), 1), number(view.median(.allocatedBytes, line), 0),
            ]
        }
        if hasLatencies {
            cells += [time(view.median(.latencyP50, line)), time(view.median(.latencyP99, line))]
        }
        var remarks: [String] = []
        if !line.failures.isEmpty { remarks.append("\(line.failures.count) failed") }
        if let count = line.flags[.overloaded] { remarks.append("overloaded in \(count) of \(line.runs)") }
        if line.flags[.unsettled] != nil { remarks.append("unsettled") }
        if line.outliers > 0 {
            remarks.append(line.outliers == 1 ? "1 outlier" : "\(line.outliers) outliers")
        }
        if line.lacksInterval { remarks.append("too few rounds for an interval") }
        return cells + [.init(remarks.joined(separator: ", "))]
    }

    /// For example "964 ns (795–1271)".
    private static func cost(_ cost: Estimate) -> PageTable.Cell {
        let interval = cost.interval.map { [$0.lower, $0.upper] } ?? []
        let scale = UnitScale("ns", of: [cost.point] + interval)
        let ends = interval.map(scale.text).joined(separator: "–")
        return .init(
            scale.text(cost.point) + scale.suffix + (ends.isEmpty ? "" : " (\(ends))"), value: cost.point)
    }

    private func time(_ nanoseconds: Double?) -> PageTable.Cell {
        nanoseconds.map { .init(MetricText.time($0), value: $0) } ?? .empty
    }

    private func number(_ value: Double?, _ places: Int) -> PageTable.Cell {
        value.map { .init(Decimals.rounded($0, places: places), value: $0) } ?? .empty
    }
}
