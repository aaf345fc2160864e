private import BenchmarkStatistics
private import LinuxPlatform
internal import QueueBenchmarking
internal import TextFormats

/// The processor time of a whole run by the number of operations, on two logarithmic axes, with the fitted line of each queue.
struct GrowthFigure {
    /// The lines of one scenario.
    let lines: [ScalingSummary.Line]
    let summary: BenchmarkSummary
    let names: SubjectNames
    let palette: QueuePalette

    /// Nil if there is no size with a value.
    func figure(id: String) -> Figure? {
        let series = lines.map { (line: $0, points: points($0)) }.filter { !$0.points.isEmpty }
        guard let first = series.first else { return nil }
        let sizes = series.flatMap { $0.points.map(\.size) }
        return Figure(
            id: id, title: "Growth of \(TextTable.name(first.line.scenario, first.line.parameters))",
            caption: "",
            label: "Processor time by number of operations, both logarithmic: "
                + series.map(exponent).joined(separator: "; "),
            traces: series.flatMap { trace($0.line, $0.points) },
            layout: [
                "xaxis": LogTicks(sizes, LogTicks.plain).axis("number of operations n, logarithmic"),
                "yaxis": LogTicks(series.flatMap { $0.points.map(\.cost) }, LogTicks.time).axis(
                    "processor time of the run"),
            ], height: 400, legend: series.map { (exponent($0), palette.mark(names[$0.line.subject])) },
            table: table(series))
    }

    private typealias Point = (size: Double, cost: Double)

    private func points(_ line: ScalingSummary.Line) -> [Point] {
        line.sizes.compactMap { size in
            guard let scale = Scenarios.scale(of: line.scenario) else { return nil }
            let parameters = ScenarioParameters(
                line.parameters.values.merging([scale: size]) { _, new in new })
            let benchmarkCase = BenchmarkCase(scenario: line.scenario, parameters: parameters)
            return summary.median(.processCPUTime, of: line.subject, at: benchmarkCase).map {
                (Double(size), $0 * Double(size))
            }
        }.filter { $0.cost > 0 }
    }

    /// For example "lock: 0.98 (0.96–1.01)".
    private func exponent(_ series: (line: ScalingSummary.Line, points: [Point])) -> String {
        let slope = series.line.slope.map(\.slope.ratioText) ?? "no exponent"
        return "\(names[series.line.subject]): \(slope)"
    }

    private func trace(_ line: ScalingSummary.Line, _ points: [Point]) -> [JSONValue] {
        let name = names[line.subject]
        let legend = exponent((line, points))
        let color = JSONValue.string(palette.color(name))
        let marks: JSONValue = [
            "type": "scatter", "mode": "markers", "name": .string(legend),
            "x": Figure.numbers(points.map(\.size)),
            "y": Figure.numbers(points.map(\.cost)),
            "marker": ["size": 9, "color": color, "symbol": .string(palette.symbol(name))],
            "hovertemplate": .string("\(XML.text(name)), n %{x:d}: %{y:.3s} ns<extra></extra>"),
        ]
        guard let slope = line.slope, let first = points.first, let last = points.last else { return [marks] }
        let ends = [first.size, last.size]
        return [
            [
                "type": "scatter", "mode": "lines", "name": .string(legend), "x": Figure.numbers(ends),
                "y": Figure.numbers(ends.map { exp(slope.intercept + slope.slope.point * log($0)) }),
                "line": ["color": color, "width": 1.5], "hoverinfo": "skip",
            ], marks,
        ]
    }

    private func table(_ series: [(line: ScalingSummary.Line, points: [Point])]) -> PageTable {
        PageTable(
            columns: ["queue", "exponent (95%)", "n", "processor time of the run"],
            rows: series.flatMap { line, points in
                points.map { point in
                    [
                        .init(names[line.subject]),
                        .init(line.slope?.slope.ratioText ?? "none", value: line.slope?.slope.point),
                        .init(Decimals.grouped(Int(point.size)), value: point.size),
                        .init(MetricText.time(point.cost), value: point.cost),
                    ]
                }
            }, numbers: 1..<4, label: "Processor time by number of operations")
    }
}
