private import QueueConformance
private import TextFormats

/// The parts of a page about verdicts: the matrix, the evidence behind its cells, and the rules.
///
/// A cell leads to the evidence of its verdict, and to the rule from there; where a verdict needs no evidence, to the rule.
struct ConformanceParts {
    let file: ConformanceFile
    /// What the anchors begin with, so that a page can have several matrices.
    var prefix = ""
    /// Whether each row of the matrix has the sentence of its rule.
    var hasSentences = false

    /// Colours have words beside them, so that nobody needs the colours.
    static let style = """
        td a, th a { color: inherit; text-decoration: none; }
        td a:hover, th a:hover { text-decoration: underline; }
        .good { background: #2a7d3a33; }
        .bad { background: #c0282866; font-weight: 600; }
        .other { background: #b8860b40; }
        .none { color: #888; }
        :target { outline: 2px solid #37c; }
        """

    /// For example "390 passed, 16 expected".
    var counts: String {
        ConformanceTally.order.compactMap { standing in
            file.counts[standing].map { "\($0) \(ConformanceTally.word(standing))" }
        }.joined(separator: ", ") + (file.isPartial ? "; interrupted" : "")
    }

    private var rows: [(rule: RuleID, records: [ConformanceRecord])] {
        let byRule = Dictionary(grouping: file.results, by: \.rule)
        var rules: [RuleID] = []
        var seen: Set<RuleID> = []
        for record in file.results where seen.insert(record.rule).inserted { rules.append(record.rule) }
        return rules.compactMap { rule in byRule[rule].map { (rule, $0) } }
    }

    // MARK: The matrix

    /// The head and the body of the table.
    var matrix: String {
        let head = file.queues.map { "<th scope=\"col\"><span>\(XML.text($0))</span></th>" }.joined()
        let rows = rows.map { rule, records in
            let cells = file.queues.map { queue in
                records.first { $0.queue == queue }.map(cell) ?? "<td></td>"
            }
            let title = XML.text(records[0].sentence)
            let sentence = hasSentences ? "<td class=\"sentence\">\(Self.code(title))</td>" : ""
            let tip = hasSentences ? "" : " title=\"\(title)\""
            return
                "<tr><th scope=\"row\" data-value=\"\(rule.family * 1000 + rule.number)\">"
                + "<a href=\"#\(anchor(rule))\"\(tip)>\(rule)</a></th>\(sentence)\(cells.joined())</tr>\n"
        }
        let sentence = hasSentences ? "<th scope=\"col\" class=\"sentence\">sentence</th>" : ""
        return
            "<thead><tr><th scope=\"col\">rule</th>\(sentence)\(head)</tr></thead>\n<tbody>\n\(rows.joined())</tbody>\n"
    }

    /// Text between backticks as code.
    static func code(_ html: String) -> String {
        html.replacing(#/`([^`]+)`/#) { "<code>\($0.1)</code>" }
    }

    private func cell(_ record: ConformanceRecord) -> String {
        let word =
            switch record.standing {
            case "broken": record.verdict
            case "expected": "\(record.verdict), known"
            case "not applicable": "n/a"
            default: ConformanceTally.word(record.standing)
            }
        let kind =
            switch record.standing {
            case "kept": "good"
            case "broken", "unexpectedly kept", "harness error": "bad"
            case "not applicable": "none"
            default: "other"
            }
        return "<td class=\"\(kind)\"><a href=\"#\(target(of: record))\">\(XML.text(word))</a></td>"
    }

    private func target(of record: ConformanceRecord) -> String {
        switch record.standing {
        case "kept", "borrowed": anchor(record.rule)
        case "not applicable": XML.text("\(prefix)none-\(record.queue)")
        default: anchor(record)
        }
    }

    private func anchor(_ rule: RuleID) -> String { "\(prefix)rule-\(rule)" }

    /// The anchor of the evidence of a verdict.
    func anchor(_ record: ConformanceRecord) -> String {
        XML.text("\(prefix)evidence-\(record.queue)-\(record.rule)")
    }

    // MARK: Below it

    /// What was expected and observed where a rule wasn't simply passed; empty if all were.
    var evidence: String {
        file.results.filter { !$0.isPlain }.map { record in
            var text =
                "<h3 id=\"\(anchor(record))\"><a href=\"#\(anchor(record.rule))\">\(record.rule)</a> on "
                + "\(XML.text(record.queue)): \(XML.text(ConformanceTally.word(record.standing)))</h3>\n<dl>\n"
            for (title, line) in record.lines {
                let value = title == "again" ? "<code>\(XML.text(line))</code>" : XML.text(line)
                text += "<dt>\(title)</dt><dd>\(value)</dd>\n"
            }
            text += "</dl>\n"
            if let events = record.history, !events.isEmpty {
                text += "<pre>\(XML.text(History(events).description))</pre>\n"
            }
            return text
        }.joined()
    }

    /// Why rules aren't applicable to each queue; empty if all are.
    var reasons: String {
        file.queues.map { queue in
            var reasons: [String] = []
            for record in file.results where record.queue == queue && record.standing == "not applicable" {
                let hasCapability = record.reason.hasPrefix("no ")
                let line = hasCapability ? record.reason : "\(record.rule): \(record.reason)"
                if !reasons.contains(line) { reasons.append(line) }
            }
            if reasons.isEmpty { return "" }
            let items = reasons.map { "<li>\(XML.text($0))</li>\n" }.joined()
            return
                "<h3 id=\"\(XML.text("\(prefix)none-\(queue)"))\">\(XML.text(queue))</h3>\n<ul>\n\(items)</ul>\n"
        }.joined()
    }

    /// The rules with their sentences.
    var rules: String {
        let items = rows.map { rule, records in
            "<dt id=\"\(anchor(rule))\">\(rule), \(records[0].level.rawValue)</dt>"
                + "<dd>\(XML.text(records[0].sentence))</dd>\n"
        }
        return items.isEmpty ? "" : "<dl>\n\(items.joined())</dl>\n"
    }
}
