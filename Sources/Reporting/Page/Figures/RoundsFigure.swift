internal import QueueBenchmarking
internal import TextFormats

/// All rounds of a case: for each queue the share of the rounds that took at most a time, with a mark for each round.
struct RoundsFigure {
    let table: BenchmarkSummary.Table
    let metric: Metric
    let names: SubjectNames
    let palette: QueuePalette

    /// The values of each queue in ascending order.
    private var samples: [(name: String, values: [Double])] {
        table.lines.compactMap { line in
            let values = (line.values[metric] ?? [:]).values.filter { $0 > 0 && $0.isFinite }.sorted()
            return values.isEmpty ? nil : (names[line.subject], values)
        }
    }

    /// Nil if there is no value.
    func figure(id: String, title: String) -> Figure? {
        let samples = samples
        if samples.isEmpty { return nil }
        let what = MetricText.phrase(metric)
        return Figure(
            id: id, title: title,
            caption: "Each mark is a round. A queue further left took less; a steep line varied little.",
            label:
                "Distribution of \(what) over the rounds, for \(samples.map(\.name).joined(separator: ", "))",
            traces: samples.map(trace),
            layout: [
                "xaxis": LogTicks(samples.flatMap(\.values), LogTicks.time).axis("\(what), logarithmic"),
                "yaxis": [
                    "title": ["text": "share of the rounds"], "tickformat": ".0%", "range": [0, 1.04],
                ],
            ], height: 340, legend: samples.map { ($0.name, palette.mark($0.name)) }, table: numbers(samples))
    }

    private func trace(_ sample: (name: String, values: [Double])) -> JSONValue {
        let count = Double(sample.values.count)
        return [
            "type": "scatter", "mode": "lines+markers", "name": .string(sample.name),
            "x": Figure.numbers(sample.values),
            "y": Figure.numbers(sample.values.indices.map { Double($0 + 1) / count }),
            "line": ["shape": "hv", "width": 1.2, "color": .string(palette.color(sample.name))],
            "marker": [
                "size": 6, "color": .string(palette.color(sample.name)),
                "symbol": .string(palette.symbol(sample.name)),
            ],
            "hovertemplate": .string("\(XML.text(sample.name)): %{x:.4~s} ns<extra></extra>"),
        ]
    }

    private func numbers(_ samples: [(name: String, values: [Double])]) -> PageTable {
        PageTable(
            columns: ["queue", "rounds", "all values in ns, in order"],
            rows: samples.map { sample in
                [
                    .init(sample.name), .init("\(sample.values.count)", value: Double(sample.values.count)),
                    .init(
                        sample.values.map { Decimals.rounded($0, places: $0 < 100 ? 1 : 0) }
                            .joined(separator: ", "), value: sample.values[0]),
                ]
            }, numbers: 1..<2, label: "The values of every round")
    }
}
