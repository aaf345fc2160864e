private import BenchmarkStatistics
internal import QueueBenchmarking
internal import TextFormats

/// What an operation allocates: a row for each case, and in it a mark for each queue.
struct MemoryFigure {
    let summary: BenchmarkSummary
    let names: SubjectNames
    let palette: QueuePalette

    /// A logarithmic axis has no place for 0.
    private static let least = 0.01

    /// Nil if nothing was counted.
    func figure(_ metric: Metric, id: String, title: String, axis: String) -> Figure? {
        let cases = summary.cases.filter { one in
            summary.subjects.contains { !summary.values(metric, of: $0, at: one).isEmpty }
        }
        let subjects = summary.subjects.filter { subject in
            cases.contains { !summary.values(metric, of: subject, at: $0).isEmpty }
        }
        if cases.isEmpty { return nil }
        let labels = CaseLabels(cases)
        // A row is as high as its label.
        let heights = cases.map { 8 + 14 * labels.lines($0).count }
        let places = heights.indices.map { row in
            -Double(heights[..<row].reduce(0, +)) - Double(heights[row]) / 2
        }
        func value(_ subject: SubjectID, _ benchmarkCase: BenchmarkCase) -> Double? {
            summary.median(metric, of: subject, at: benchmarkCase)
        }
        let traces = subjects.enumerated().map { number, subject -> JSONValue in
            // Equal values would hide each other.
            let offset = 2.5 * (Double(subjects.count - 1) / 2 - Double(number))
            let shown = cases.indices.filter { (value(subject, cases[$0]) ?? 0) >= Self.least }
            let name = names[subject]
            return [
                "type": "scatter", "mode": "markers", "name": .string(name),
                "x": Figure.numbers(shown.map { value(subject, cases[$0]) }),
                "y": .numbers(shown.map { places[$0] + offset }),
                "marker": [
                    "size": 9, "color": .string(palette.color(name)), "symbol": .string(palette.symbol(name)),
                    "opacity": 0.9,
                ],
                "text": .strings(shown.map { "\(XML.text(name)) at \(XML.text(labels[cases[$0]]))" }),
                "hovertemplate": "%{text}: %{x:.4~r}<extra></extra>",
            ]
        }
        let values = subjects.flatMap { subject in cases.compactMap { value(subject, $0) } }
        return Figure(
            id: id, title: title,
            caption:
                "The median of the rounds. Smaller values than \(Decimals.shortest(Self.least)) are only in the table.",
            label: "\(title), for \(subjects.map { names[$0] }.joined(separator: ", "))", traces: traces,
            layout: [
                "xaxis": LogTicks(values.filter { $0 >= Self.least }, LogTicks.plain).axis(
                    "\(axis), logarithmic"),
                "yaxis": [
                    "tickmode": "array", "tickvals": .numbers(places),
                    "ticktext": .strings(cases.map { labels.lines($0).joined(separator: "<br>") }),
                    "zeroline": false, "automargin": true,
                    "range": .numbers([-Double(heights.reduce(0, +)), 0]),
                ],
            ], height: heights.reduce(0, +) + 96,
            legend: subjects.map { (names[$0], palette.mark(names[$0])) },
            table: PageTable(
                columns: ["case"] + subjects.map { names[$0] },
                rows: cases.map { one in
                    [.init(labels[one])]
                        + subjects.map { subject in
                            value(subject, one).map { .init(Decimals.rounded($0, places: 1), value: $0) }
                                ?? .empty
                        }
                }, numbers: 1..<subjects.count + 1, label: title))
    }
}
