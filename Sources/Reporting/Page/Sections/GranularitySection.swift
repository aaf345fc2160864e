private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// How small tasks may be: the METG(50%) of each queue at each pattern, and the curves behind it.
struct GranularitySection {
    let summary: GranularitySummary
    let scaling: ScalingSummary
    let names: SubjectNames
    let palette: QueuePalette
    /// What the anchors begin with.
    let prefix: String
    /// Whether the page has the script that draws.
    let isDrawn: Bool

    /// Nil if the run has none.
    var section: PageSection? {
        if summary.lines.isEmpty { return nil }
        let figures = summary.patterns.map { lines in
            EfficiencyFigure(lines: lines, names: names, palette: palette).figure(
                id: prefix + Figure.anchor("granularity \(lines[0].pattern.name) \(lines[0].parameters)"))
        }
        let notes = TextTable.stepwise(summary.lines) { names[$0] }.map { " " + XML.text($0) }.joined()
        return PageSection(
            id: prefix + "granularity", title: "Short tasks",
            introduction:
                "<strong>METG(50%)</strong>, the minimum effective task granularity, is the smallest size of tasks at which half of "
                + "the processors’ time does useful work, in task graphs by the patterns of Task Bench. Smaller is better: smaller tasks "
                + "than that are mostly overhead. The size is the time that a task computes.\(notes)",
            body: table.html + "<div class=\"pair\">"
                + figures.map { $0.html(isDrawn: isDrawn) }.joined() + "</div>\n")
    }

    private var table: PageTable {
        let queues = summary.queues
        let graphs = Dictionary(grouping: scaling.lines, by: \.scenario).sorted { $0.key < $1.key }
        return PageTable(
            columns: ["pattern"] + queues.map { "\(names[$0]), µs (95%)" },
            rows: summary.patterns.map { lines in
                [.init(lines[0].pattern.name)]
                    + queues.map { queue in
                        lines.first { $0.subject == queue }.map(Self.cell) ?? .empty
                    }
            }
                + graphs.map { scenario, lines in
                    [.init("exponent of \(scenario)")]
                        + queues.map { queue in
                            lines.first { $0.subject == queue }?.slope.map {
                                .init($0.slope.ratioText, value: $0.slope.point)
                            } ?? .empty
                        }
                }, numbers: 1..<queues.count + 1, label: "METG(50%) of each queue by pattern")
    }

    static func cell(_ line: GranularitySummary.Line) -> PageTable.Cell {
        let value: Double? =
            switch line.crossing?.size {
            // Sorted before and behind the sizes that were measured.
            case .below(let size): size - 1
            case .above(let size): size + 1
            case .at(let size): size
            case nil: nil
            }
        return .init(GranularityText.interval(line), value: value)
    }
}
