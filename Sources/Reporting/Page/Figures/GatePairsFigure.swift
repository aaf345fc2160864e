private import BenchmarkStatistics
private import LinuxPlatform
private import QueueBenchmarking
internal import RegressionGate
internal import TextFormats

/// The blocks of a gate: for each comparison the differences of the head from the base, and below them those of the base from
/// itself, the control.
struct GatePairsFigure {
    let blocks: [GateBlocks]
    /// The report of the gate; nil if it did not end.
    let report: GateReport?

    private struct Row {
        let label: String
        /// The differences in percent, in the order of the blocks.
        let head: [Double]
        let control: [Double]
        let line: GateLine?
    }

    private var rows: [Row] {
        blocks.compactMap { each in
            let comparison = each.comparison
            guard Self.isShown(comparison), each.isRelative else { return nil }
            let head = each.differences(.head).map { Self.percent($0.difference) }
            let control = each.differences(.control).map { Self.percent($0.difference) }
            if head.isEmpty { return nil }
            let line = report?.lines.first {
                $0.tier == comparison.tier && $0.subject == comparison.subject
                    && $0.item == "\(comparison.benchmarkCase)" && $0.metric == comparison.metric.rawValue
            }
            let place = XML.text("\(comparison.subject) at \(comparison.benchmarkCase.scenario)")
            let metric = GateText.metric(comparison.metric.rawValue)
            return Row(
                label: "\(place)<br>\(XML.text("\(comparison.benchmarkCase.parameters)"))<br>\(metric)",
                head: head, control: control,
                line: line)
        }
    }

    /// The times of the queues. The anchor, and what else a run counts, is in the file alone.
    private static func isShown(_ comparison: GateBlocks.Comparison) -> Bool {
        if comparison.subject.queue == AnchorSubject().name { return false }
        switch comparison.tier {
        case .cpu: return comparison.metric == .processCPUTime
        case .wall: return [.wallTime, .latencyP50, .latencyP99, .excessTime].contains(comparison.metric)
        case .conformance, .result, .counts, .scaling: return false
        }
    }

    /// A difference of logarithms as an increase.
    private static func percent(_ difference: Double) -> Double { 100 * (exp(difference) - 1) }

    private static let variants = [
        (
            name: "head − base", color: "$q1", symbol: "square",
            mark: "<span class=\"mark\" style=\"color:var(--q1)\" aria-hidden=\"true\">■</span>"
        ),
        (
            name: "base − base (control)", color: "$q7", symbol: "circle",
            mark: "<span class=\"mark\" style=\"color:var(--q7)\" aria-hidden=\"true\">●</span>"
        ),
    ]

    /// Nil if no times were compared.
    func figure(id: String) -> Figure? {
        let rows = rows
        if rows.isEmpty { return nil }
        var traces = [trace(0, rows.map(\.head)), trace(1, rows.map(\.control))]
        traces.append(estimates(0, rows.map { $0.line?.effect?.estimate }))
        traces.append(estimates(1, rows.map { $0.line?.control?.effect }))
        return Figure(
            id: id, title: "Head and base, block by block",
            caption:
                "Each small mark is a block. Below each comparison stands its control, the base compared with itself: it shows what "
                + "differs by chance. The large marks are the estimates of the gate with their intervals, where it ended.",
            label: "Differences of the head from the base in percent, beside the control", traces: traces,
            layout: [
                "xaxis": [
                    "title": ["text": "difference from the base, in percent (right is slower)"],
                    "ticksuffix": "%",
                ],
                "yaxis": [
                    "tickmode": "array", "tickvals": .numbers(rows.indices.map { -Double($0) }),
                    "ticktext": .strings(rows.map(\.label)), "zeroline": false, "showgrid": false,
                    "automargin": true, "range": .numbers([-Double(rows.count) + 0.4, 0.6]),
                ],
                "shapes": [
                    [
                        "type": "line", "x0": 0, "x1": 0, "y0": 0, "y1": 1, "yref": "paper",
                        "line": ["color": "$quiet", "width": 1.5], "layer": "below",
                    ]
                ],
            ], height: rows.count * 74 + 96, legend: Self.variants.map { ($0.name, $0.mark) },
            table: table(rows))
    }

    private static func place(_ row: Int, _ variant: Int) -> Double {
        -Double(row) + (variant == 0 ? 0.18 : -0.18)
    }

    private func trace(_ variant: Int, _ values: [[Double]]) -> JSONValue {
        let style = Self.variants[variant]
        let points = values.enumerated().flatMap { row, values in
            values.enumerated().map { number, value in
                // Neighbours are moved apart, always in the same way.
                (value, Self.place(row, variant) + Double((number * 7) % 5 - 2) * 0.025)
            }
        }
        return [
            "type": "scatter", "mode": "markers", "name": .string(style.name),
            "x": Figure.numbers(points.map(\.0)),
            "y": Figure.numbers(points.map(\.1)),
            "marker": [
                "size": 6, "color": .string(style.color), "symbol": .string(style.symbol), "opacity": 0.45,
            ],
            "hovertemplate": .string("\(style.name): %{x:+.2f}%<extra></extra>"),
        ]
    }

    private func estimates(_ variant: Int, _ estimates: [Estimate?]) -> JSONValue {
        let style = Self.variants[variant]
        let shown = estimates.enumerated().compactMap { row, estimate in estimate.map { (row, $0) } }
        return [
            "type": "scatter", "mode": "markers", "name": .string(style.name),
            "x": Figure.numbers(shown.map { 100 * $1.point }),
            "y": Figure.numbers(shown.map { Self.place($0.0, variant) }),
            "error_x": [
                "type": "data", "symmetric": false, "width": 4, "thickness": 2, "color": .string(style.color),
                "array": Figure.numbers(shown.map { 100 * (($1.interval?.upper ?? $1.point) - $1.point) }),
                "arrayminus": Figure.numbers(
                    shown.map { 100 * ($1.point - ($1.interval?.lower ?? $1.point)) }),
            ],
            "marker": [
                "size": 12, "color": .string(style.color), "symbol": .string(style.symbol),
                "line": ["color": "$paper", "width": 1.5],
            ],
            "text": .strings(shown.map { $1.growthText }), "hovertemplate": "%{text}<extra></extra>",
        ]
    }

    private func table(_ rows: [Row]) -> PageTable {
        func list(_ values: [Double]) -> PageTable.Cell {
            .init(values.map { Decimals.rounded($0, places: 2) }.joined(separator: ", "))
        }
        return PageTable(
            columns: ["comparison", "verdict", "head − base in percent, block by block", "control"],
            rows: rows.map { row in
                [
                    .init(html: row.label.replacing("<br>", with: ", ")),
                    .init(row.line?.verdict.rawValue ?? "none"),
                    list(row.head), list(row.control),
                ]
            }, label: "The blocks of the gate")
    }
}
