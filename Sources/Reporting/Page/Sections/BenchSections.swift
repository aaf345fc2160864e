internal import QueueBenchmarking
private import TextFormats

/// The sections of a benchmark: ratios, rankings, growth, latency, memory, and every case.
struct BenchSections {
    let view: RunView
    let folder: ResultFolder
    let palette: QueuePalette
    /// What the anchors begin with.
    let prefix: String
    /// Whether the page has the script that draws.
    let isDrawn: Bool

    private var names: SubjectNames { view.names }

    /// Those that have something to show.
    var sections: [PageSection] {
        [speed, ranking, growth, granularity, offeredRate, latency, memory, cases].compactMap(\.self)
    }

    /// A limit of -1 differs from one of 1.
    private func anchor(_ text: String) -> String {
        prefix + Figure.anchor(text.replacing("=-", with: "=minus"))
    }

    // MARK: Speed

    private var speed: PageSection? {
        if view.leaders.rows.isEmpty { return nil }
        let leaders = SpeedFindings(view: view, palette: palette).table.html
        return PageSection(
            id: anchor("speed"), title: "Speed",
            introduction:
                "For each scenario the geometric mean over its cases. A queue leads if no other took less over all cases. It is the "
                + "fastest if the whole interval of its ratio to every other queue lies below 1; of many such intervals, 1 in 20 "
                + "excludes 1 by chance.",
            body: leaders + (forest?.html(isDrawn: isDrawn) ?? ""))
    }

    private var ranking: PageSection? {
        RankingSection(view: view, palette: palette).section(id: anchor("ranking"))
    }

    private var forest: Figure? {
        guard let ratios = view.ratios else { return nil }
        let anchor = names[ratios.anchor]
        let rows = ratios.rows.map { row in
            let suffix =
                row.metric == .processCPUTime
                ? "" : "<br>\(row.metric == .latencyP50 ? "median latency" : "excess time")"
            return ForestFigure.Row(
                label: XML.text(row.scenario) + suffix, metric: MetricText.phrase(row.metric),
                ratios: Dictionary(uniqueKeysWithValues: row.ratios.map { (names[$0], $1) }))
        }
        return ForestFigure(rows: rows, queues: ratios.subjects.map { names[$0] }, palette: palette).figure(
            id: self.anchor("ratios"), title: "Every queue ÷ \(anchor)",
            caption:
                "Left of the line at 1 a queue takes less than \(anchor), right of it more. The bars are 95% intervals; where one "
                + "crosses the line, the difference isn’t significant. A mark without a bar has too few rounds for one. Processor time, unless the row says otherwise.",
            label: "Ratio of each queue to \(anchor) by scenario, with 95% intervals, logarithmic",
            axis: "time ÷ \(XML.text(anchor))’s, logarithmic")
    }

    // MARK: Growth

    private var growth: PageSection? {
        var groups: [[ScalingSummary.Line]] = []
        for line in view.scaling.lines where line.sizes.count > 1 {
            if let last = groups.last?.first, last.scenario == line.scenario,
                last.parameters == line.parameters
            {
                groups[groups.count - 1].append(line)
            } else {
                groups.append([line])
            }
        }
        let figures = groups.compactMap { lines in
            GrowthFigure(lines: lines, summary: view.summary, names: names, palette: palette).figure(
                id: anchor("growth \(lines[0].scenario) \(lines[0].parameters)"))
        }
        if figures.isEmpty { return nil }
        let steep = view.scaling.lines.filter(\.isSteep).map { "\(names[$0.subject]) at \($0.scenario)" }
        return PageSection(
            id: anchor("growth"), title: "Growth",
            introduction: (steep.isEmpty
                ? "No queue’s cost grows significantly faster than the number of operations."
                : "<strong>Steep</strong>, the cost grows faster than the number of operations: \(XML.text(steep.joined(separator: ", "))).")
                + " A mark is the median of the rounds, for a whole run of n operations; the line is fitted to the rounds. Beside the "
                + "queue stands its exponent: 1 is proportional to n, 2 is quadratic.",
            body: figures.map { $0.html(isDrawn: isDrawn) }.joined())
    }

    // MARK: Granularity

    private var granularity: PageSection? {
        GranularitySection(
            summary: view.granularity, scaling: view.scaling, names: names, palette: palette, prefix: prefix,
            isDrawn: isDrawn
        ).section
    }

    // MARK: Latency

    private var offeredRate: PageSection? {
        OfferedRateSection(view: view, palette: palette, prefix: prefix, isDrawn: isDrawn).section
    }

    private var latency: PageSection? {
        let tables = view.summary.tables(of: []).filter { table in
            table.lines.contains { folder.latencies(of: $0.subject, at: table.benchmarkCase) != nil }
        }
        let labels = CaseLabels(tables.map(\.benchmarkCase))
        let figures = tables.map { table -> Figure in
            let distributions = table.lines.compactMap { line in
                folder.latencies(of: line.subject, at: table.benchmarkCase).map { (names[line.subject], $0) }
            }
            return LatencyFigure(
                title: labels[table.benchmarkCase], distributions: distributions,
                overloaded: table.lines.filter { $0.flags[.overloaded] != nil }.map { names[$0.subject] },
                palette: palette
            ).figure(id: anchor("latency of \(table.benchmarkCase)"))
        }
        if figures.isEmpty { return nil }
        return PageSection(
            id: anchor("latency"), title: "Latency",
            introduction:
                "How long an operation waited after it could have begun, over all rounds; lower is better."
                + (tables.contains { $0.benchmarkCase.parameters["load"] != nil }
                    ? " A load is in percent of each queue’s own capacity, so a faster queue gets more operations a second."
                    : "")
                + (tables.contains { $0.benchmarkCase.parameters[OfferedRateScenario.rate] != nil }
                    ? " A rate is in operations a second, the same for every queue." : ""),
            body: "<div class=\"pair\">" + figures.map { $0.html(isDrawn: isDrawn) }.joined() + "</div>\n")
    }

    // MARK: Memory

    private var memory: PageSection? {
        let figure = MemoryFigure(summary: view.summary, names: names, palette: palette)
        let figures = [
            (Metric.allocations, "Allocations per operation", "allocations"),
            (.allocatedBytes, "Allocated bytes per operation", "bytes"),
            (.liveBytes, "Bytes that a waiting operation holds", "bytes"),
        ].compactMap { metric, title, axis in
            figure.figure(metric, id: anchor("memory \(metric.rawValue)"), title: title, axis: axis)
        }
        if figures.isEmpty { return nil }
        return PageSection(
            id: anchor("memory"), title: "Memory",
            body: figures.map { $0.html(isDrawn: isDrawn) }.joined())
    }

    // MARK: Cases

    private var cases: PageSection? {
        let tables = view.comparedTables
        if tables.isEmpty { return nil }
        let table = CaseTable(view: view, palette: palette)
        return PageSection(
            id: anchor("cases"), title: "Every case",
            introduction:
                "Medians over the rounds, per operation. Below the table, every round of each case.",
            body: table.table.html + tables.map(rounds).joined())
    }

    private func rounds(_ table: BenchmarkSummary.Table) -> String {
        let metrics = [Metric.processCPUTime, .excessTime, .latencyP50]
        guard
            let metric = metrics.first(where: { metric in table.lines.contains { $0.values[metric] != nil } })
        else { return "" }
        let title = TextTable.name(table.benchmarkCase.scenario, table.benchmarkCase.parameters)
        let figure = RoundsFigure(table: table, metric: metric, names: names, palette: palette)
            .figure(id: anchor("rounds of \(table.benchmarkCase)"), title: "All rounds of \(title)")
        guard let figure else { return "" }
        return
            "<details class=\"case\"><summary>\(XML.text(title))</summary>\n\(figure.html(isDrawn: isDrawn))</details>\n"
    }
}
