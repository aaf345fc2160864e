public import QueueConformance
private import TextFormats

/// A report as one page of HTML, without scripts: the matrix, the evidence behind its cells, and the rules.
public struct ConformancePage {
    private let report: ConformanceReport

    /// The page of a report.
    public init(_ report: ConformanceReport) { self.report = report }

    /// The HTML.
    public var text: String {
        let parts = ConformanceParts(file: ConformanceFile(report))
        return HTMLPage(
            title: "Rules and queues", style: Self.style,
            body: """
                <h1>Rules and queues</h1>
                <p>\(XML.text(parts.counts)). Rules: version \(RuleBook.version).
                <em>n/a</em>: the queue doesn't claim what the rule needs. <em>borrowed</em>: the rule tests the operation,
                which isn't the queue's own. <em>known</em>: broken for a reason that the expectations give.</p>
                \(profiles)<div class="matrix">
                <table>
                \(parts.matrix)</table>
                </div>
                \(section("Evidence", parts.evidence))\(section("Not applicable", parts.reasons))\(section("Rules", parts.rules))
                """
        ).text
    }

    private static let style =
        HTMLPage.tableStyle + "\n" + ConformanceParts.style + """

            .matrix { overflow: auto; max-height: 85vh; }
            thead th span { writing-mode: vertical-rl; }
            pre { overflow: auto; font-size: 12px; }
            """

    private var profiles: String {
        let items = report.queues.compactMap { queue -> String? in
            let complete = QueueProfile.complete(for: queue, in: report).map(\.description)
            if complete.isEmpty { return nil }
            return "<li>\(XML.text(queue)): complete for \(XML.text(complete.joined(separator: ", ")))</li>\n"
        }
        return items.isEmpty ? "" : "<ul>\n\(items.joined())</ul>\n"
    }

    private func section(_ title: String, _ content: String) -> String {
        content.isEmpty ? "" : "<h2>\(title)</h2>\n\(content)"
    }
}
