private import BenchmarkStatistics
internal import QueueBenchmarking
private import TextFormats

/// Which queue pays off for the shortest tasks, and from which length on each pays off.
struct GranularityFinding {
    let view: RunView
    let palette: QueuePalette

    private static let question = "How short may tasks be?"

    private var summary: GranularitySummary { view.granularity }
    private var names: SubjectNames { view.names }

    /// The lines of a pattern whose queue has a METG, or is known to have none within the sizes; the harness isn't a queue.
    private var patterns: [[GranularitySummary.Line]] {
        summary.patterns.map { lines in
            lines.filter { summary.queues.contains($0.subject) && $0.crossing != nil }
        }.filter { !$0.isEmpty }
    }

    /// Nil if the run has none.
    var finding: Finding? {
        let patterns = patterns
        if patterns.isEmpty { return nil }
        if view.lacksGranularityRounds {
            return Finding(
                title: Self.question, tone: .warn,
                headline: "There are too few rounds to say with which queue tasks may be the shortest.")
        }
        let wins = summary.queues.compactMap { queue -> (SubjectID, Int)? in
            let count = patterns.count { Self.winner($0) == queue }
            return count > 0 ? (queue, count) : nil
        }.sorted { $0.1 > $1.1 }
        let count = "\(patterns.count) pattern\(patterns.count == 1 ? "" : "s")"
        let lists = wins.map {
            "\(name($0)) at \($1) of \(count)"
        }
        return Finding(
            title: Self.question, tone: .plain,
            headline: lists.isEmpty
                ? "At none of \(count) of dependencies does one queue allow shorter tasks than all others."
                : "Tasks may be the shortest with \(lists.joined(separator: ", with ")).",
            details: [
                "The shortest tasks, in µs, with which the processors spend half of their time on the tasks (METG 50%), at the best and at "
                    + "the worst pattern, with its 95% interval\n"
                    + "<ul>\n\(summary.queues.map(range).joined())</ul>"
            ] + TextTable.stepwise(summary.lines) { names[$0] }.map { XML.text($0) })
    }

    private func name(_ subject: SubjectID) -> String {
        "<strong>\(palette.label(names[subject]))</strong>"
    }

    /// The queue whose whole interval lies below that of every other; nil if there is none.
    private static func winner(_ lines: [GranularitySummary.Line]) -> SubjectID? {
        let intervals = lines.compactMap { line in line.crossing?.interval.map { (line.subject, $0) } }
        // A queue without an interval could be the best.
        guard intervals.count == lines.count, lines.count > 1 else { return nil }
        return intervals.first { subject, interval in
            intervals.allSatisfy { $0 == subject || interval.upper < $1.lower }
        }?.0
    }

    /// For example "lock: from 1.9 (1.7–2.2) at trivial to 9.4 (8.1–10) at all-to-all".
    private func range(_ queue: SubjectID) -> String {
        let lines = patterns.joined().filter { $0.subject == queue }
            .sorted { ($0.crossing?.size ?? .below(0)) < ($1.crossing?.size ?? .below(0)) }
        guard let first = lines.first, let last = lines.last else { return "" }
        func text(_ line: GranularitySummary.Line) -> String {
            "<span class=\"value\">\(XML.text(GranularityText.interval(line)))</span> at \(XML.text(line.pattern.name))"
        }
        let range = lines.count == 1 ? text(first) : "from \(text(first)) to \(text(last))"
        return "<li>\(name(queue)): \(range)</li>\n"
    }
}
