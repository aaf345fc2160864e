private import ChangePoints
private import HistoryStore
private import QueueBenchmarking
private import TextFormats

/// The reports as one page of HTML, which needs no network: pictures of the series that change first, then the others,
/// behind a filter.
public struct HistoryPage: Sendable {
    private let reports: [SettingReport]

    /// Marks a page that this program wrote.
    public static let mark = "<meta name=\"generator\" content=\"oplab-history page\">\n"

    public init(_ reports: [SettingReport]) { self.reports = reports }

    /// The HTML.
    public var text: String {
        let sections = reports.enumerated().map { section($0.element, number: $0.offset + 1) }.joined()
        let body = """
            <main>
            <h1>Where results change</h1>
            \(reports.isEmpty ? "<p>The database has no runs.</p>\n" : contents)\(sections)</main>
            <script>
            \(HistoryPageStyle.script)
            </script>

            """
        return HTMLPage(
            title: "Where results change", style: HistoryPageStyle.text, head: Self.mark, body: body
        ).text
    }

    /// The machines, which are never compared.
    private var contents: String {
        if reports.count == 1 { return "" }
        let items = reports.enumerated().map { number, report in
            "<li><a href=\"#m\(number + 1)\">\(XML.text(title(report)))</a>: "
                + "\(ChangeText.count(report.setting.runs, "run")), \(report.changed.count) series with a change</li>\n"
        }
        return
            "<p>Machines and profiles are never compared with each other.</p>\n<ul>\n\(items.joined())</ul>\n"
    }

    private func title(_ report: SettingReport) -> String {
        "\(report.setting.machine.phrase); profile \(report.setting.profile)"
    }

    private func section(_ report: SettingReport, number: Int) -> String {
        let setting = report.setting
        var about =
            "\(ChangeText.count(setting.runs, "run")) of \(ChangeText.count(setting.commits, "commit"))"
        if let anchor = report.method.anchor { about += ", divided by \(anchor) in the same process" }
        let notes = ChangeText.notes(report).map { "<p class=\"note\">\(XML.text($0))</p>\n" }.joined()
        let others = report.analyses.filter { $0.standing != .changed && !$0.series.points.isEmpty }
        return """
            <section id="m\(number)">
            <h2>\(XML.text(title(report)))</h2>
            <p>\(XML.text(about)).</p>
            \(notes)\(confirmations(report))\(report.changed.map { figure($0, report.method) }.joined())\
            \(rest(others, report.method, number))</section>

            """
    }

    private func confirmations(_ report: SettingReport) -> String {
        let spans = report.spans
        guard !spans.isEmpty else { return "<p><strong>No series has a change point.</strong></p>\n" }
        let items = spans.map { span, series in
            "<li><code>\(XML.text(span.confirmation))</code> — \(Decimals.grouped(series)) series</li>\n"
        }
        return
            "<p>These commands measure both commits side by side, and confirm a change or don't:</p>\n<ul>\n"
            + "\(items.joined())</ul>\n"
    }

    private func figure(_ analysis: SeriesAnalysis, _ method: SettingReport.Method) -> String {
        let id = analysis.series.id
        var changes = ""
        if analysis.standing == .changed {
            for change in analysis.changes {
                let commits = analysis.commits(of: change)
                let span = SettingReport.Span(before: commits.before, after: commits.after)
                let kind = ChangeText.isBetter(change, id.metric).map { $0 ? "better" : "worse" } ?? "neither"
                changes +=
                    "<li class=\"\(kind)\">\(XML.text(ChangeText.sentence(change, in: analysis))): "
                    + "<code>\(XML.text(span.confirmation))</code></li>\n"
            }
        }
        let name = "\(id.subject), \(id.benchmarkCase)"
        return """
            <figure data-name=\(XML.attribute("\(id)".lowercased()))>
            <figcaption><h3>\(XML.text(name))</h3> <code>\(id.metric.rawValue)</code>\
            \(changes.isEmpty ? "" : "<ul>\(changes)</ul>")</figcaption>
            \(TrendPicture(analysis, method).svg)
            </figure>

            """
    }

    /// The series without a change. None is shown until the reader asks for it.
    private func rest(_ analyses: [SeriesAnalysis], _ method: SettingReport.Method, _ number: Int) -> String {
        if analyses.isEmpty { return "" }
        return """
            <details>
            <summary>\(Decimals.grouped(analyses.count)) series without a change</summary>
            <p><label for="f\(number)">Only those whose names contain:</label>
            <input id="f\(number)" class="filter" type="search" placeholder="lock empty process_cpu_time"></p>
            \(analyses.map { figure($0, method) }.joined())</details>

            """
    }
}
