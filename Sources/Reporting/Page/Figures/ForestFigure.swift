internal import BenchmarkStatistics
internal import TextFormats

/// Ratios with their intervals, a row for each scenario or case, and in it a line for each queue; 1 is marked.
struct ForestFigure {
    struct Row {
        let label: String
        /// What is compared, for the table.
        let metric: String
        /// The ratio of each queue, by its name.
        let ratios: [String: Estimate]
    }

    let rows: [Row]
    /// The queues that have a ratio, in the order of the page.
    let queues: [String]
    let palette: QueuePalette

    private static let lineHeight = 8
    private static let margins = 96

    func figure(id: String, title: String, caption: String, label: String, axis: String) -> Figure {
        let ticks = LogTicks(rows.flatMap { $0.ratios.values.flatMap(Self.ends) } + [1], LogTicks.plain)
        let rowHeight = max(30, (queues.count + 2) * Self.lineHeight)
        return Figure(
            id: id, title: title, caption: caption, label: label, traces: queues.enumerated().map(trace),
            layout: [
                "xaxis": ticks.axis(axis),
                "yaxis": [
                    "tickmode": "array", "tickvals": .numbers(rows.indices.map { -Double($0) }),
                    "ticktext": .strings(rows.map(\.label)), "zeroline": false, "showgrid": false,
                    "range": .numbers([-Double(rows.count) + 0.4, 0.6]), "automargin": true,
                ],
                "shapes": .array([Self.one] + rows.indices.dropFirst().map(Self.rule)),
            ], height: rows.count * rowHeight + Self.margins,
            legend: queues.map { ($0, palette.mark($0)) }, table: table)
    }

    private static func ends(_ ratio: Estimate) -> [Double] {
        [ratio.point] + (ratio.interval.map { [$0.lower, $0.upper] } ?? [])
    }

    /// The line at which there is no difference.
    private static let one: JSONValue = [
        "type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "paper",
        "line": ["color": "$quiet", "width": 1.5], "layer": "below",
    ]

    /// The line between two rows.
    private static func rule(_ row: Int) -> JSONValue {
        let y = JSONValue.number(0.5 - Double(row))
        return [
            "type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": y, "y1": y,
            "line": ["color": "$line", "width": 1], "layer": "below",
        ]
    }

    private func trace(_ number: Int, _ queue: String) -> JSONValue {
        let shown = rows.enumerated().compactMap { index, row in row.ratios[queue].map { (index, row, $0) } }
        let offset = (Double(number) - Double(queues.count - 1) / 2) / Double(queues.count + 2)
        let above = shown.map { ($2.interval?.upper ?? $2.point) - $2.point }
        let below = shown.map { $2.point - ($2.interval?.lower ?? $2.point) }
        return [
            "type": "scatter", "mode": "markers", "name": .string(queue),
            "x": Figure.numbers(shown.map(\.2.point)),
            "y": Figure.numbers(shown.map { -Double($0.0) - offset }),
            "error_x": [
                "type": "data", "symmetric": false, "array": Figure.numbers(above),
                "arrayminus": Figure.numbers(below), "width": 0, "thickness": 1.8,
                "color": .string(palette.color(queue)),
            ],
            "marker": [
                "color": .string(palette.color(queue)), "size": 7, "symbol": .string(palette.symbol(queue)),
            ],
            "text": .strings(shown.map { "\($1.label): \(XML.text(queue)) \($2.ratioText)" }),
            "hovertemplate": "%{text}<extra></extra>",
        ]
    }

    private var table: PageTable {
        PageTable(
            columns: ["where", "metric", "queue", "ratio", "from", "to"],
            rows: rows.flatMap { row in
                queues.compactMap { queue in
                    row.ratios[queue].map { ratio in
                        [
                            .init(html: row.label.replacing("<br>", with: ", ")), .init(row.metric),
                            .init(queue),
                            Self.cell(ratio.point), ratio.interval.map { Self.cell($0.lower) } ?? .empty,
                            ratio.interval.map { Self.cell($0.upper) } ?? .empty,
                        ]
                    }
                }
            }, numbers: 3..<6, label: "The ratios of the picture above, with their intervals")
    }

    private static func cell(_ ratio: Double) -> PageTable.Cell { .init(Decimals.ratio(ratio), value: ratio) }
}
