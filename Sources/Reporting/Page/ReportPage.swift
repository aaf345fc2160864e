private import QueueBenchmarking
private import TextFormats

/// One page of HTML that shows results: first the sentences that matter, below them pictures and tables.
///
/// The page needs no network and no other file. It says only what the files hold: a file that can't be read is named, and
/// where the rounds don't suffice for a sentence, the page says that instead.
public struct ReportPage {
    private let folders: [ResultFolder]
    private let script: String?
    private let views: [RunView?]
    private let palette: QueuePalette
    private let comparisons: [BeforeAfterSection]
    private let summaries: [String: String]

    /// - Parameters:
    ///   - folders: The results to show.
    ///   - plotly: The script of Plotly, which draws the pictures; without it the page has tables alone.
    ///   - summaries: What the queues are, by their names; one that isn't there is not explained.
    /// - Complexity: Some thousand resamples for each queue and case.
    public init(_ folders: [ResultFolder], plotly: String?, summaries: [String: String] = [:]) {
        self.folders = folders
        self.summaries = summaries
        script = plotly
        let views = folders.map { $0.run.map(RunView.init) }
        self.views = views
        let queues = views.flatMap { $0?.queues ?? [] } + folders.flatMap { $0.conformance?.queues ?? [] }
        let palette = QueuePalette(queues)
        self.palette = palette
        let runs = views.compactMap(\.self)
        comparisons = runs.enumerated().dropFirst().compactMap { number, run in
            BeforeAfterSection(runs[0], run, number: number, palette: palette, isDrawn: plotly != nil)
        }
    }

    /// Whether there are too few rounds for a sentence that the page should have.
    public var lacksRounds: Bool {
        views.compactMap(\.self).contains { $0.lacksRounds || $0.lacksGranularityRounds }
            || comparisons.contains(where: \.lacksRounds)
    }

    /// What every page of this kind contains, so that a program can tell whether a file is one.
    public static let mark = "<meta name=\"generator\" content=\"oplab report\">"

    /// How to get the script that draws.
    public static let installation = "scripts/setup --plots"

    // MARK: Parts

    /// The HTML.
    public var text: String {
        let parts = folders.indices.map { part($0) }
        let after = comparisons.map(\.section)
        let sections = after + parts.flatMap(\.sections)
        let scripts = [script.map(Self.closed), PageScript.text].compactMap(\.self).map {
            "<script>\($0)</script>\n"
        }
        return HTMLPage(
            title: "OperationLab: \(folders.map(\.name).joined(separator: ", "))",
            style: PageTheme.style + "\n" + PageStyle.text,
            head: Self.mark + "\n" + Self.policy + "\n",
            body: header(sections) + "<main>\n" + legend + problems
                + comparisons.map { "<div class=\"findings\">\n\($0.finding.html)</div>\n" }
                .joined()
                + parts.map(\.findings).joined() + sections.map(\.html).joined() + "</main>\n"
                + "<script type=\"application/json\" id=\"themes\">\(PageTheme.json.text)</script>\n"
                + scripts.joined()
        ).text
    }

    /// The browser refuses what the page doesn't need, the network above all.
    private static let policy =
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
        + "style-src 'unsafe-inline'; img-src data: blob:\">"

    /// A script that doesn't end the element that it stands in.
    private static func closed(_ script: String) -> String {
        script.replacing("</script", with: "<\\/script").replacing("<!--", with: "<\\!--")
    }

    private func header(_ sections: [PageSection]) -> String {
        let links = sections.map { "<a href=\"#\($0.id)\">\($0.title)</a>" }.joined(separator: "\n")
        let paths = folders.map { "<code>\(XML.text($0.path))</code>" }.joined(separator: ", ")
        return """
            <header><h1>OperationLab</h1><p>Operation queues, judged by rules and measured: \(paths)</p></header>
            <nav aria-label="Sections">\(links)
            <label class="filter">Filter the tables <input type="search" id="filter" placeholder="queue, case, rule" autocomplete="off"></label>
            </nav>

            """
    }

    /// What the queues of the page are.
    private var legend: String {
        let measured = views.compactMap(\.self).flatMap { view in
            view.summary.subjects.filter { $0.queue != BenchmarkSummary.harness }.map { subject in
                (
                    name: view.names[subject],
                    summary: summaries["\(subject.queue)-\(subject.strategy)"] ?? summaries[subject.queue]
                )
            }
        }
        let judged = folders.flatMap { $0.conformance?.queues ?? [] }.map {
            (name: $0, summary: summaries[$0])
        }
        var shown: Set<String> = []
        let items = (measured + judged).compactMap { queue, summary in
            summary.flatMap { summary in
                shown.insert(queue).inserted
                    ? "<span><strong>\(palette.label(queue))</strong> \(XML.text(summary))</span>\n" : nil
            }
        }
        return items.isEmpty ? "" : "<p class=\"queues\">\n\(items.joined())</p>\n"
    }

    /// What is missing from the page, and why.
    private var problems: String {
        var items = folders.flatMap(\.problems).map { XML.text($0) }
        if script == nil {
            items.append(
                "There are no pictures: Plotly isn’t installed. <code>\(Self.installation)</code> of OperationLab installs it; then write the page again."
            )
        }
        if items.isEmpty { return "" }
        return "<div class=\"problems\" role=\"note\"><h2>Left out</h2>\n<ul>\n"
            + items.map { "<li>\($0)</li>\n" }.joined() + "</ul></div>\n"
    }

    private func part(_ index: Int) -> (findings: String, sections: [PageSection]) {
        let folder = folders[index]
        // Anchors of several folders differ; those of one don't depend on where it lies.
        let isOne = folders.count == 1
        let prefix = isOne ? "" : "\(Figure.anchor("r\(index + 1) \(folder.name)"))-"
        var findings: [Finding] = []
        var sections: [PageSection] = []
        if let view = views[index] {
            if !view.leaders.rows.isEmpty || view.granularity.lines.isEmpty {
                findings.append(SpeedFindings(view: view, palette: palette).finding)
            }
            sections +=
                BenchSections(
                    view: view, folder: folder, palette: palette, prefix: prefix, isDrawn: script != nil
                ).sections
        }
        if let file = folder.conformance {
            let parts = ConformanceParts(file: file, prefix: prefix, hasSentences: true)
            findings.append(RulesFinding(parts: parts, palette: palette).finding)
            sections.insert(RulesSection(parts: parts).section, at: min(1, sections.count))
        }
        if folder.gate != nil || !folder.gateRuns.isEmpty {
            findings.append(GateFinding(record: folder.gate).finding)
        }
        if let view = views[index] {
            findings.append(TrustFinding(view: view, judgedBy: folder.conformance?.rulesVersion).finding)
        }
        sections += GateSections(folder: folder, prefix: prefix, isDrawn: script != nil).sections
        if let file = folder.explanation {
            let section = ExplanationSection(file: file, prefix: prefix)
            findings.append(section.finding)
            sections.append(section.section)
        }
        if let file = folder.exploration {
            let section = ExplorationSection(file: file, prefix: prefix)
            findings.append(section.finding)
            sections.append(section.section)
        }
        if let finding = views[index].flatMap({ GranularityFinding(view: $0, palette: palette).finding }) {
            findings.append(finding)
        }
        if let file = folder.calibration, let finding = CalibrationFinding(file: file).finding {
            findings.append(finding)
        }
        let title = isOne || findings.isEmpty ? "" : "<h2 class=\"run\">\(XML.text(folder.name))</h2>\n"
        let cards = findings.map(\.html).joined()
        return (
            title + (cards.isEmpty ? "" : "<div class=\"findings\">\n\(cards)</div>\n"),
            isOne
                ? sections
                : sections.map { section in
                    var section = section
                    section.title = "\(XML.text(folder.name)): \(section.title.lowercased())"
                    return section
                }
        )
    }
}
