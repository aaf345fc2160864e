private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// What latency costs at rates that are the same for every queue, and up to which rate each keeps up.
struct OfferedRateSection {
    let view: RunView
    let palette: QueuePalette
    /// What the anchors begin with.
    let prefix: String
    /// Whether the page has the script that draws.
    let isDrawn: Bool

    private typealias Line = (rate: Double, line: BenchmarkSummary.Line)

    /// Nil if the run has none.
    var section: PageSection? {
        let lines = queues
        if lines.isEmpty { return nil }
        let figures = [
            (Metric.latencyP50, "Median latency"), (.latencyP99, "99th percentile of the latency"),
        ]
        .compactMap { metric, title in
            OfferedRateFigure(
                metric: metric, title: title, series: lines.map { ($0.name, points(metric, $0.lines)) },
                palette: palette
            ).figure(id: prefix + Figure.anchor("offered-rate \(metric.rawValue)"))
        }
        return PageSection(
            id: prefix + "offered-rate", title: "Latency by load",
            introduction:
                "How long an operation waits for its start, where operations arrive at a rate that is the same for every queue and "
                + "doesn’t depend on whether it keeps up. \(XML.text(Self.sentence(lines.map { ($0.name, highest($0.lines)) })))",
            body: "<div class=\"pair\">" + figures.map { $0.html(isDrawn: isDrawn) }.joined() + "</div>\n")
    }

    /// Each queue at each rate, in the order of the summary.
    private var queues: [(name: String, lines: [Line])] {
        let tables = view.tables.filter { $0.benchmarkCase.scenario == OfferedRateScenario.name }
        let measured = tables.flatMap { table in
            table.lines.compactMap { line in
                table.benchmarkCase.parameters[OfferedRateScenario.rate].map {
                    (rate: Double($0), line: line)
                }
            }
        }.filter { !$0.line.values.isEmpty }
        return view.summary.subjects.compactMap { subject in
            let lines = measured.filter { $0.line.subject == subject }.sorted { $0.rate < $1.rate }
            return lines.isEmpty ? nil : (view.names[subject], lines)
        }
    }

    private func points(_ metric: Metric, _ lines: [Line]) -> [OfferedRateFigure.Point] {
        lines.compactMap { rate, line in
            view.median(metric, line).map { .init(rate: rate, latency: $0, keepsUp: Self.keepsUp(line)) }
        }
    }

    /// Whether it did in at least half of its runs: in a single one the machine may have been busy with something else.
    private static func keepsUp(_ line: BenchmarkSummary.Line) -> Bool {
        (line.flags[.overloaded] ?? 0) * 2 <= line.runs
    }

    /// The highest rate up to which a queue keeps up with all; nil if it doesn't with the lowest. Whether it is the highest of all.
    private func highest(_ lines: [Line]) -> (rate: Double?, isAll: Bool) {
        let kept = lines.prefix { Self.keepsUp($0.line) }
        return (kept.last?.rate, kept.count == lines.count)
    }

    /// For example "The highest rate that each keeps up with: lock all, foundation 100k."
    static func sentence(_ queues: [(name: String, highest: (rate: Double?, isAll: Bool))]) -> String {
        let parts = queues.map { name, highest in
            "\(name) \(highest.isAll ? "all" : highest.rate.map(LogTicks.plain) ?? "none")"
        }
        return "The highest rate that each keeps up with: \(parts.joined(separator: ", "))."
    }
}
