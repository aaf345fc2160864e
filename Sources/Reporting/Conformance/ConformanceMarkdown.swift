public import QueueConformance
private import TextFormats

/// A report as Markdown: the matrix, and below it every rule that did not pass.
public enum ConformanceMarkdown {
    public static func text(_ report: ConformanceReport) -> String {
        let queues = report.queues
        let rows = report.rows.map { row in
            ["\(row.rule)", Markdown.escaped(row.sentence)]
                + queues.map { queue in row.entries.first { $0.result.queue == queue }.map(cell) ?? "" }
        }
        var text = Markdown.table(
            [["rule", "sentence"] + queues.map(Markdown.escaped)] + rows, numbers: 0..<0, isMarkup: true)
        text +=
            "\n"
            + report.counts.map { "\($0.count) \(ConformanceTally.word($0.word))" }.joined(separator: ", ")
        text += report.isPartial ? "; interrupted.\n" : ".\n"
        text += "\nRules: version \(RuleBook.version).\n"
        for entry in report.entries where ![.kept, .borrowed, .notApplicable].contains(entry.standing) {
            text += section(entry)
        }
        return text
    }

    private static func cell(_ entry: ConformanceReport.Entry) -> String {
        entry.standing == .broken
            ? "**\(entry.result.verdict.word)**" : ConformanceTally.word(entry.standing.word)
    }

    private static func section(_ entry: ConformanceReport.Entry) -> String {
        let result = entry.result
        var text =
            "\n### \(result.rule) on \(Markdown.escaped(result.queue)): \(ConformanceTally.word(entry.standing.word))\n\n"
        text += Markdown.escaped(result.sentence) + "\n\n"
        if let expectation = entry.standing.expectation {
            text += "- known deviation: \(Markdown.escaped(expectation))\n"
        }
        if !result.caseName.isEmpty { text += "- case: \(Markdown.escaped(result.caseName))\n" }
        let evidence = Evidence(result.verdict)
        for line in evidence.lines { text += "- \(line.title): \(Markdown.escaped(line.text))\n" }
        if evidence.lines.isEmpty, !result.verdict.reason.isEmpty {
            text += "- \(Markdown.escaped(result.verdict.reason))\n"
        }
        text += "- again: `\(entry.reproduction)`\n"
        if let history = evidence.history, !history.events.isEmpty {
            text += "\n" + Markdown.block(history.description)
        }
        return text
    }
}
