private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// Two runs of the same cases: how each queue's ratio to the anchor changed from the first to the second.
struct BeforeAfterSection {
    let first: RunView
    let second: RunView
    let palette: QueuePalette
    let isDrawn: Bool
    /// What the anchors begin with: it tells several comparisons of a page apart.
    private let id: String
    private let comparison: CrossRunComparison
    private let names: SubjectNames

    /// Nil if the runs have nothing in common.
    init?(_ first: RunView, _ second: RunView, number: Int, palette: QueuePalette, isDrawn: Bool) {
        do throws(CrossRunComparison.Refusal) {
            comparison = try CrossRunComparison(
                first.summary, second.summary, anchor: nil,
                metrics: [.excessTime, .processCPUTime, .latencyP50])
        } catch {
            return nil
        }
        id = number == 1 ? "before-and-after" : "before-and-after-\(number)"
        self.first = first
        self.second = second
        self.palette = palette
        self.isDrawn = isDrawn
        names = SubjectNames(first.summary.subjects)
    }

    /// The first metric of each case: the others of a case say much the same.
    private var tables: [CrossRunComparison.Table] {
        var seen: Set<BenchmarkCase> = []
        return comparison.tables.filter { table in
            table.lines.contains { $0.ratio != nil } && seen.insert(table.benchmarkCase).inserted
        }
    }

    /// The ratios of the queues at a case. What the harness costs isn't a queue.
    private func ratios(_ table: CrossRunComparison.Table) -> [(queue: String, ratio: Estimate)] {
        table.lines.filter { $0.subject.queue != BenchmarkSummary.harness }
            .compactMap { line in line.ratio.map { (names[line.subject], $0) } }
    }

    private var known: [(place: String, ratio: Estimate, interval: Estimate.Interval)] {
        tables.flatMap { table in
            ratios(table).compactMap { queue, ratio in
                let place = TextTable.name(table.benchmarkCase.scenario, table.benchmarkCase.parameters)
                return ratio.interval.map { ("\(queue) at \(place)", ratio, $0) }
            }
        }
    }

    /// Whether no change has an interval.
    var lacksRounds: Bool { known.isEmpty }

    var finding: Finding {
        let known = known
        let anchor = XML.text("\(comparison.anchor)")
        if known.isEmpty {
            return Finding(
                title: "What changed?", tone: .warn,
                headline: "There are too few rounds to say what changed from one run to the other.")
        }
        let unknown = tables.reduce(0) { $0 + ratios($1).count } - known.count
        let more = known.filter { $0.interval.lower > 1 }.sorted { $0.ratio.point > $1.ratio.point }
        let less = known.filter { $0.interval.upper < 1 }.sorted { $0.ratio.point < $1.ratio.point }
        func list(_ changes: [(place: String, ratio: Estimate, interval: Estimate.Interval)], _ word: String)
            -> [String]
        {
            if changes.isEmpty { return [] }
            let shown = changes.prefix(5).map {
                "\(XML.text($0.place)) <span class=\"value\">\($0.ratio.ratioText)</span>"
            }
            return [
                "\(word): \(shown.joined(separator: "; "))"
                    + (changes.count > 5 ? "; and \(changes.count - 5) more." : ".")
            ]
        }
        return Finding(
            title: "What changed?", tone: more.isEmpty ? .plain : .warn,
            headline:
                "From \(XML.text(first.folder.path)) to \(XML.text(second.folder.path)), relative to \(anchor): of \(known.count) numbers "
                + "\(less.count) fell, \(more.count) rose, \(known.count - less.count - more.count) did not change significantly.",
            details: list(more, "Rose most") + list(less, "Fell most")
                + (unknown == 0 ? [] : ["\(unknown) more have too few rounds for an interval."])
                + ["1 in 20 of \(known.count) intervals excludes 1 by chance."]
                + RunDifferences(first.folder, second.folder).sentences.map { XML.text($0) })
    }

    var section: PageSection {
        let tables = tables
        let labels = CaseLabels(tables.map(\.benchmarkCase))
        let rows = tables.map { table in
            ForestFigure.Row(
                label: labels.lines(table.benchmarkCase).joined(separator: "<br>"),
                metric: MetricText.phrase(table.metric),
                ratios: ratios(table).reduce(into: [:]) { $0[$1.queue] = $1.ratio })
        }
        let queues = first.summary.subjects.map { names[$0] }.filter { name in
            rows.contains { $0.ratios[name] != nil }
        }
        let figure = ForestFigure(rows: rows, queues: queues, palette: palette).figure(
            id: "\(id)-changes", title: "Each queue ÷ \(comparison.anchor), after ÷ before",
            caption:
                "The ratio to \(comparison.anchor) in the second run, divided by that in the first, so that a faster machine changes "
                + "nothing. Right of the line at 1 a queue became slower. The bars are 95% intervals.",
            label:
                "Change of each queue's ratio to \(comparison.anchor) by case, with 95% intervals, logarithmic",
            axis: "after ÷ before, logarithmic")
        return PageSection(
            id: id, title: "Before and after",
            introduction: XML.text("Before: \(first.folder.path). After: \(second.folder.path)."),
            body: figure.html(isDrawn: isDrawn))
    }
}
