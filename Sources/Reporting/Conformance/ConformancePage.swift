private import Operations
public import QueueConformance
private import TextFormats

/// A report as one page of HTML, without scripts: the matrix, the evidence behind its cells, and the rules.
///
/// A cell leads to the evidence of its verdict, and to the rule from there; where a verdict needs no evidence, to the rule.
public struct ConformancePage {
    private let report: ConformanceReport

    /// The page of a report.
    public init(_ report: ConformanceReport) { self.report = report }

    /// The HTML.
    public var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Rules and queues</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <h1>Rules and queues</h1>
        <p>\(XML.text(counts)). Rules: version \(RuleBook.version).
        <em>n/a</em>: the queue doesn't claim what the rule needs. <em>borrowed</em>: the rule tests the operation, which isn't
        the queue's own.</p>
        \(profiles)<div class="matrix">
        <table>
        \(matrix)</table>
        </div>
        \(section("Evidence", evidence))\(section("Not applicable", reasons))\(section("Rules", rules))</body>
        </html>

        """
    }

    /// Colours have words beside them, so that nobody needs the colours.
    private static let style = """
        :root { color-scheme: light dark; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem; max-width: 100rem; }
        .matrix { overflow: auto; max-height: 85vh; }
        table { border-collapse: collapse; font-size: 13px; }
        th, td { border: 1px solid #8886; padding: .15rem .4rem; text-align: left; }
        thead th { position: sticky; top: 0; background: Canvas; }
        thead th span { writing-mode: vertical-rl; }
        td a, th a { color: inherit; text-decoration: none; }
        td a:hover, th a:hover { text-decoration: underline; }
        .good { background: #2a7d3a33; }
        .bad { background: #c0282866; font-weight: 600; }
        .other { background: #b8860b40; }
        .none { color: #888; }
        pre { overflow: auto; font-size: 12px; }
        :target { outline: 2px solid #37c; }
        """

    private var counts: String {
        report.counts.map { "\($0.count) \(ConformanceTally.word($0.word))" }.joined(separator: ", ")
            + (report.isPartial ? "; interrupted" : "")
    }

    private var profiles: String {
        let items = report.queues.compactMap { queue -> String? in
            let complete = QueueProfile.complete(for: queue, in: report).map(\.description)
            if complete.isEmpty { return nil }
            return "<li>\(XML.text(queue)): complete for \(XML.text(complete.joined(separator: ", ")))</li>\n"
        }
        return items.isEmpty ? "" : "<ul>\n\(items.joined())</ul>\n"
    }

    // MARK: The matrix

    private var matrix: String {
        let queues = report.queues
        let head = queues.map { "<th scope=\"col\"><span>\(XML.text($0))</span></th>" }.joined()
        let rows = report.rows.map { row in
            let cells = queues.map { queue in
                row.entries.first { $0.result.queue == queue }.map(cell) ?? "<td></td>"
            }
            let title = XML.text(row.sentence)
            return
                "<tr><th scope=\"row\"><a href=\"#rule-\(row.rule)\" title=\"\(title)\">\(row.rule)</a></th>"
                + cells.joined() + "</tr>\n"
        }
        return "<thead><tr><th>rule</th>\(head)</tr></thead>\n<tbody>\n\(rows.joined())</tbody>\n"
    }

    private func cell(_ entry: ConformanceReport.Entry) -> String {
        let word =
            entry.standing == .broken ? entry.result.verdict.word : ConformanceTally.word(entry.standing.word)
        let kind =
            switch entry.standing {
            case .kept: "good"
            case .broken, .unexpectedlyKept, .harnessError: "bad"
            case .notApplicable: "none"
            case .borrowed, .expected, .differs, .inconclusive, .recorded: "other"
            }
        return
            "<td class=\"\(kind)\"><a href=\"#\(target(of: entry))\">\(entry.standing == .notApplicable ? "n/a" : XML.text(word))</a></td>"
    }

    private func target(of entry: ConformanceReport.Entry) -> String {
        switch entry.standing {
        case .kept, .borrowed: "rule-\(entry.result.rule)"
        case .notApplicable: XML.text("none-\(entry.result.queue)")
        default: id(of: entry)
        }
    }

    private func id(of entry: ConformanceReport.Entry) -> String {
        XML.text("evidence-\(entry.result.queue)-\(entry.result.rule)")
    }

    // MARK: Below it

    private func section(_ title: String, _ content: String) -> String {
        content.isEmpty ? "" : "<h2>\(title)</h2>\n\(content)"
    }

    private var evidence: String {
        report.entries.filter { ![.kept, .borrowed, .notApplicable].contains($0.standing) }.map { entry in
            let result = entry.result
            let evidence = Evidence(result.verdict)
            var lines = [("rule", result.sentence)]
            if let reason = entry.standing.expectation { lines.append(("known deviation", reason)) }
            if !result.caseName.isEmpty { lines.append(("case", result.caseName)) }
            lines += evidence.lines.map { ($0.title, $0.text) }
            if evidence.lines.isEmpty, !result.verdict.reason.isEmpty {
                lines.append(("", result.verdict.reason))
            }
            lines.append(("again", entry.reproduction))
            var text =
                "<h3 id=\"\(id(of: entry))\"><a href=\"#rule-\(result.rule)\">\(result.rule)</a> on "
                + "\(XML.text(result.queue)): \(XML.text(ConformanceTally.word(entry.standing.word)))</h3>\n<dl>\n"
            for (title, line) in lines { text += "<dt>\(title)</dt><dd>\(XML.text(line))</dd>\n" }
            text += "</dl>\n"
            if let history = evidence.history, !history.events.isEmpty {
                text += "<pre>\(XML.text(history.description))</pre>\n"
            }
            return text
        }.joined()
    }

    private var reasons: String {
        report.queues.map { queue in
            var reasons: [String] = []
            for entry in report.entries where entry.result.queue == queue {
                guard case .notApplicable(let capability, let reason) = entry.result.verdict else { continue }
                let line =
                    capability.map { "no \($0.rawValue): \(reason)" } ?? "\(entry.result.rule): \(reason)"
                if !reasons.contains(line) { reasons.append(line) }
            }
            if reasons.isEmpty { return "" }
            let items = reasons.map { "<li>\(XML.text($0))</li>\n" }.joined()
            return "<h3 id=\"\(XML.text("none-\(queue)"))\">\(XML.text(queue))</h3>\n<ul>\n\(items)</ul>\n"
        }.joined()
    }

    private var rules: String {
        let rows = report.rows.map { row in
            let level = row.entries[0].result.level.rawValue
            return
                "<dt id=\"rule-\(row.rule)\">\(row.rule), \(level)</dt><dd>\(XML.text(row.sentence))</dd>\n"
        }
        return rows.isEmpty ? "" : "<dl>\n\(rows.joined())</dl>\n"
    }
}
