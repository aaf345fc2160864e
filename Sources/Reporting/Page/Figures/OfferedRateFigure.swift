internal import QueueBenchmarking
internal import TextFormats

/// The latency of each queue by the rate at which operations arrive, on two logarithmic axes. Where a queue doesn't keep up its
/// mark is open.
struct OfferedRateFigure {
    /// One queue at one rate.
    struct Point: Hashable, Sendable {
        /// In operations a second.
        let rate: Double
        /// The median over the rounds, in nanoseconds.
        let latency: Double
        let keepsUp: Bool
    }

    let metric: Metric
    let title: String
    /// The queues as the page names them, each by ascending rate.
    let series: [(name: String, points: [Point])]
    let palette: QueuePalette

    /// Nil if no queue has the metric.
    func figure(id: String) -> Figure? {
        let series = series.filter { !$0.points.isEmpty }
        if series.isEmpty { return nil }
        return Figure(
            id: id, title: title, caption: "Open marks: the queue did not keep up.",
            label:
                "\(title), by operations a second, both logarithmic, for \(series.map(\.name).joined(separator: ", "))",
            traces: series.map(trace),
            layout: [
                "xaxis": LogTicks(series.flatMap { $0.points.map(\.rate) }, LogTicks.plain).axis(
                    "operations a second, logarithmic"),
                "yaxis": LogTicks(series.flatMap { $0.points.map(\.latency) }, LogTicks.time).axis(
                    "latency, logarithmic"),
            ], height: 380, legend: series.map { ($0.name, palette.mark($0.name)) }, table: table(series))
    }

    private func trace(_ each: (name: String, points: [Point])) -> JSONValue {
        let color = JSONValue.string(palette.color(each.name))
        let symbol = palette.symbol(each.name)
        return [
            "type": "scatter", "mode": "lines+markers", "name": .string(each.name),
            "x": Figure.numbers(each.points.map(\.rate)), "y": Figure.numbers(each.points.map(\.latency)),
            "line": ["color": color, "width": 1.5],
            "marker": [
                "size": 9, "color": color,
                "symbol": .strings(each.points.map { $0.keepsUp ? symbol : "\(symbol)-open" }),
            ],
            "text": .strings(each.points.map(text)),
            "hovertemplate": .string("\(XML.text(each.name)), %{x:d} a second: %{text}<extra></extra>"),
        ]
    }

    private func text(_ point: Point) -> String {
        MetricText.time(point.latency) + (point.keepsUp ? "" : ", did not keep up")
    }

    private func table(_ series: [(name: String, points: [Point])]) -> PageTable {
        let rates = Set(series.flatMap { $0.points.map(\.rate) }).sorted()
        return PageTable(
            columns: ["queue"] + rates.map { "\(LogTicks.plain($0)) a second" },
            rows: series.map { name, points in
                [.init(name)]
                    + rates.map { rate in
                        points.first { $0.rate == rate }.map { .init(text($0), value: $0.latency) } ?? .empty
                    }
            }, numbers: 1..<rates.count + 1, label: title)
    }
}
