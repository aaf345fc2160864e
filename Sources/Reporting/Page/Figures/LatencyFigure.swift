internal import QueueBenchmarking
internal import TextFormats

/// Latencies by percentile: the further right, the rarer.
struct LatencyFigure {
    let title: String
    /// The queues with a file, as the page names them.
    let distributions: [(name: String, distribution: LatencyDistribution)]
    /// The queues that did not keep up.
    let overloaded: [String]
    let palette: QueuePalette

    private static let quantiles = [
        (0.5, "50%"), (0.9, "90%"), (0.99, "99%"), (0.999, "99.9%"), (0.9999, "99.99%"),
    ]

    func figure(id: String) -> Figure {
        let latencies = distributions.flatMap { $0.distribution.points.map(\.nanoseconds) }
        let warning =
            overloaded.isEmpty
            ? ""
            : "\(overloaded.joined(separator: ", ")) did not keep up: these latencies depend on the length of the run."
        return Figure(
            id: id, title: title,
            caption: warning,
            label: "Latency by percentile, for \(distributions.map(\.name).joined(separator: ", "))",
            traces: distributions.map(trace),
            layout: [
                "xaxis": [
                    "type": "log", "title": ["text": "percentile of the operations"], "tickmode": "array",
                    "tickvals": .numbers(Self.quantiles.map { Self.place($0.0) }),
                    "ticktext": .strings(Self.quantiles.map(\.1)), "range": [0, 4.3],
                ],
                "yaxis": LogTicks(latencies, LogTicks.time).axis("latency, logarithmic"),
            ], height: 380, legend: distributions.map { ($0.name, palette.mark($0.name)) }, table: table)
    }

    /// Where a percentile lies on the axis: one over the share of longer latencies.
    private static func place(_ share: Double) -> Double { 1 / (1 - share) }

    private func trace(_ each: (name: String, distribution: LatencyDistribution)) -> JSONValue {
        let points = each.distribution.points.filter { $0.share < 0.99995 && $0.nanoseconds > 0 }
        return [
            "type": "scatter", "mode": "lines+markers", "name": .string(each.name),
            "x": Figure.numbers(points.map { Self.place($0.share) }),
            "y": Figure.numbers(points.map(\.nanoseconds)),
            "line": ["color": .string(palette.color(each.name)), "width": 2],
            "marker": [
                "color": .string(palette.color(each.name)), "symbol": .string(palette.symbol(each.name)),
                "size": 8,
                "maxdisplayed": 8,
            ],
            "text": .strings(
                points.map {
                    Decimals.rounded($0.share * 100, places: 3) + "%: " + MetricText.time($0.nanoseconds)
                }),
            "hovertemplate": .string("\(XML.text(each.name)) %{text}<extra></extra>"),
        ]
    }

    private var table: PageTable {
        PageTable(
            columns: ["queue"] + Self.quantiles.map(\.1),
            rows: distributions.map { name, distribution in
                [.init(name)]
                    + Self.quantiles.map { share, _ in
                        distribution.quantile(share).map { .init(MetricText.time($0), value: $0) } ?? .empty
                    }
            }, numbers: 1..<6, label: "Latencies by percentile")
    }
}
