private import BenchmarkStatistics
internal import QueueBenchmarking
internal import TextFormats

/// The efficiency of each queue by the size of tasks, at one pattern: a linear axis over a logarithmic one, with a line at one
/// half, which a queue's curve crosses at its METG(50%).
struct EfficiencyFigure {
    /// The lines of one pattern.
    let lines: [GranularitySummary.Line]
    let names: SubjectNames
    let palette: QueuePalette

    func figure(id: String) -> Figure {
        let shown = lines.filter { !$0.sizes.isEmpty }
        let sizes = shown.flatMap { $0.sizes.map { Double($0) } }
        let highest = shown.flatMap(\.efficiencies).map { $0.interval?.upper ?? $0.point }.max() ?? 1
        return Figure(
            id: id, title: TextTable.name("Efficiency", lines[0]),
            caption: TextTable.notes(lines, names).joined(separator: " "),
            label:
                "Efficiency by size of tasks, for the pattern \(lines[0].pattern.name). METG(50%) in microseconds: "
                + shown.map(granularity).joined(separator: "; "),
            traces: shown.map(trace),
            layout: [
                "xaxis": LogTicks(sizes, LogTicks.time).axis("size of a task, logarithmic"),
                "yaxis": [
                    "title": ["text": "efficiency"], "tickformat": ".0%",
                    "range": .numbers([0, max(1.04, highest + 0.02)]),
                ],
                "shapes": [
                    [
                        "type": "line", "xref": "paper", "x0": 0, "x1": 1,
                        "y0": .number(GranularitySummary.level), "y1": .number(GranularitySummary.level),
                        "line": ["color": "$quiet", "width": 1.5], "layer": "below",
                    ]
                ],
            ], height: 360, legend: shown.map { (granularity($0), palette.mark(names[$0.subject])) },
            table: table(shown))
    }

    /// For example "lock: 2.1 (1.9–2.4)".
    private func granularity(_ line: GranularitySummary.Line) -> String {
        "\(names[line.subject]): \(GranularityText.interval(line))"
    }

    private func trace(_ line: GranularitySummary.Line) -> JSONValue {
        let name = names[line.subject]
        let color = JSONValue.string(palette.color(name))
        let points = line.efficiencies
        return [
            "type": "scatter", "mode": "lines+markers", "name": .string(granularity(line)),
            "x": Figure.numbers(line.sizes.map { Double($0) }), "y": Figure.numbers(points.map(\.point)),
            "error_y": [
                "type": "data", "symmetric": false, "width": 0, "thickness": 1.2, "color": color,
                "array": Figure.numbers(points.map { ($0.interval?.upper ?? $0.point) - $0.point }),
                "arrayminus": Figure.numbers(points.map { $0.point - ($0.interval?.lower ?? $0.point) }),
            ],
            "line": ["color": color, "width": 1.5],
            "marker": ["size": 8, "color": color, "symbol": .string(palette.symbol(name))],
            "text": .strings(line.sizes.map { "\(GranularityText.microseconds(Double($0))) µs" }),
            "hovertemplate": .string("\(XML.text(name)), %{text}: %{y:.1%}<extra></extra>"),
        ]
    }

    private func table(_ lines: [GranularitySummary.Line]) -> PageTable {
        PageTable(
            columns: ["queue", "METG(50%), µs (95%)", "size of a task", "efficiency (95%)"],
            rows: lines.flatMap { line in
                zip(line.sizes, line.efficiencies).map { size, efficiency in
                    [
                        .init(names[line.subject]), GranularitySection.cell(line),
                        .init("\(GranularityText.microseconds(Double(size))) µs", value: Double(size)),
                        .init(efficiency.ratioText, value: efficiency.point),
                    ]
                }
            }, numbers: 1..<4, label: "Efficiency by size of tasks")
    }
}
