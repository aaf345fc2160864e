private import QueueBenchmarking
private import RegressionGate
private import TextFormats

/// A report as Markdown, for a comment on a pull request: the verdict, the comparisons behind it, its reliability,
/// and how to reproduce it.
public enum GateMarkdown {
    /// The most characters of a comment on GitHub. The code counts bytes, which are at least as many.
    public static let limit = 65_536

    /// The most rows and sentences of a kind. If the text is too long, the next limit applies.
    private static let caps = [200, 50, 10, 1]

    /// - Parameters:
    ///   - record: The report.
    ///   - reproduction: The command line that repeats the comparison.
    /// - Returns: A text of at most ``limit`` bytes: passed comparisons are cut first.
    public static func text(_ record: GateRecord, reproduction: String) -> String {
        var text = ""
        for cap in caps {
            let page = GateMarkdownPage(record, reproduction: reproduction, cap: cap)
            text = page.text(passed: page.passed.count)
            if text.utf8.count <= limit { return text }
            // Finds the most passed lines that fit: `low` lines fit, `high` lines don't.
            var (low, high) = (0, page.passed.count)
            text = page.text(passed: 0)
            if text.utf8.count > limit { continue }
            while low + 1 < high {
                let middle = (low + high) / 2
                let longer = page.text(passed: middle)
                if longer.utf8.count <= limit { (low, text) = (middle, longer) } else { high = middle }
            }
            return text
        }
        return text
    }
}

/// The text with its parts limited to some number of rows.
private struct GateMarkdownPage {
    let record: GateRecord
    let reproduction: String
    /// The most rows and sentences of a kind.
    let cap: Int
    let passed: [GateLine]

    private var report: GateReport { record.report }

    init(_ record: GateRecord, reproduction: String, cap: Int) {
        self.record = record
        self.reproduction = reproduction
        self.cap = cap
        passed = record.report.lines([.passed])
    }

    /// - Parameter count: The number of passed lines to include.
    func text(passed count: Int) -> String {
        var text = "## Regression gate: \(report.verdict.rawValue)\n\n\(escaped(report.sentence))\n"
        let news = report.lines(Set(GateStanding.allCases.filter(\.isNews)))
        if !news.isEmpty { text += "\n" + table(news, cap) }
        text += section(
            "Allowed",
            report.lines([.allowed]).map { "\(GateText.sentence($0)). Allowed: \($0.allowance ?? "")" })
        text += folded("reported only", report.lines([.advisory]), cap)
        text += folded("passed", passed, count)
        return text + reliability + section("Notes", report.notes)
            + section("Not compared", report.skipped.map { "\($0.subject) at \($0.item): \($0.reason)" })
            + "\n### Reproduce\n\n" + facts + "\n" + Markdown.block(reproduction)
    }

    // MARK: Lines

    private static let columns = [
        "tier", "queue", "case", "metric", "base → head", "effect", "blocks", "verdict",
    ]

    private func table(_ lines: [GateLine], _ count: Int) -> String {
        let rows = lines.prefix(count).map { line in
            [
                line.tier.rawValue, "\(line.subject)", line.item, GateText.metric(line.metric),
                GateText.values(line), GateText.effect(line), line.blocks == 0 ? "" : "\(line.blocks)",
                "\(line.verdict.rawValue): \(line.reason)",
            ].map(clipped)
        }
        return Markdown.table([Self.columns] + rows, numbers: 4..<7) + more(lines.count, rows.count)
    }

    private func folded(_ what: String, _ lines: [GateLine], _ count: Int) -> String {
        if lines.isEmpty { return "" }
        return "\n<details><summary>\(lines.count) \(what)</summary>\n\n\(table(lines, count))\n</details>\n"
    }

    private func more(_ all: Int, _ shown: Int) -> String {
        all == shown
            ? ""
            : "\n\(all - shown) more are in \(Markdown.escaped(GateJSON.fileName)).\n"
    }

    // MARK: Reliability

    private var reliability: String {
        let sentences = GateTrust.sentences(report)
        let controlled = report.lines.compactMap { line in line.control.map { (line, $0) } }
        if sentences.isEmpty { return "" }
        var text = section("Reliability", sentences)
        if controlled.isEmpty { return text }
        let rows = controlled.prefix(cap).map { line, control in
            [
                "\(line.subject)", line.item, GateText.metric(line.metric), control.effect.growthText,
                control.verdict.rawValue, "\(control.falseAlarms) of \(control.draws)",
                control.detectable.map { Decimals.percent($0) } ?? "none",
            ].map(clipped)
        }
        let header = [
            "queue", "case", "metric", "control ÷ base", "control", "false alarms", "smallest growth found",
        ]
        text += "\n<details><summary>for each comparison</summary>\n\n"
        text += Markdown.table([header] + rows, numbers: 3..<4) + more(controlled.count, rows.count)
        return text + "\n</details>\n"
    }

    // MARK: The rest

    private func section(_ title: String, _ sentences: [String]) -> String {
        if sentences.isEmpty { return "" }
        let shown = sentences.prefix(cap)
        return "\n### \(title)\n\n" + shown.map { "- \(escaped($0))\n" }.joined()
            + more(sentences.count, shown.count)
    }

    private var facts: String {
        escaped(
            "base \(record.base), head \(record.head), on \(record.machine.phrase), "
                + "ended \(record.date) after \(Decimals.rounded(report.seconds, places: 0)) s, seed "
                + "\(report.settings.seed)\(rules):") + "\n"
    }

    private var rules: String {
        guard let head = report.rulesVersions?.head else { return "" }
        guard let base = report.rulesVersions?.base, base != head else { return ", rules \(head)" }
        return ", rules \(head) (base \(base))"
    }

    private func escaped(_ text: String) -> String { Markdown.escaped(clipped(text)) }

    /// Shortens a failure of a queue, which may be long and is in the files.
    private func clipped(_ text: String) -> String {
        text.count <= 1_000 ? text : text.prefix(999) + "…"
    }
}
