private import TextFormats

/// The rules about races, judged under schedules that the explorer made.
struct ExplorationSection {
    let file: ExplorationFile
    let prefix: String

    var section: PageSection {
        PageSection(
            id: "\(prefix)exploration", title: "Explored schedules",
            introduction:
                "Each row is a rule on a queue under reproducible schedules; a finding names the token that replays it.",
            body: PageTable(
                columns: file.columns,
                rows: file.rows.map { row in zip(file.columns, row).map(Self.cell) },
                numbers: 2..<max(2, file.columns.count - 2), label: "Explored rules"
            ).html)
    }

    private static func cell(_ column: String, _ text: String) -> PageTable.Cell {
        if column == "finding", !text.isEmpty {
            return PageTable.Cell(html: "<span class=\"wrap\">\(XML.text(text))</span>")
        }
        return PageTable.Cell(text, value: value(text))
    }

    /// Numbers are sorted as such. A rule's number isn't one: 3.10 comes after 3.9.
    private static func value(_ text: String) -> Double? {
        let parts = text.split(separator: ".").compactMap { Int($0) }
        if parts.count == 2 { return Double(parts[0] * 1_000 + parts[1]) }
        return Double(text)
    }

    /// For the first screen.
    var finding: Finding {
        let verdicts = file.values("verdict")
        let failed = zip(zip(file.values("rule"), file.values("queue")), verdicts)
            .filter { ["failed", "crashed", "hung"].contains($0.1) }.map { "\($0.0.0) on \($0.0.1)" }
        let explored = verdicts.count {
            $0 != ExplorationTable.notApplicable && $0 != ExplorationTable.notExplored
        }
        if explored == 0 {
            return Finding(
                title: "Were races found?", tone: .warn, headline: "Nothing was explored.", details: [])
        }
        let known = verdicts.count { $0 == ExplorationTable.expected }
        let open = verdicts.count { ["inconclusive", "lost", ExplorationTable.notExplored].contains($0) }
        let all = verdicts.count { $0 != ExplorationTable.notApplicable }
        let undecided =
            (open == 0 ? [] : ["\(open) of \(all) are undecided."])
            + (known == 0 ? [] : ["\(known) failed as a file of known deviations says."])
        return Finding(
            title: "Were races found?", tone: failed.isEmpty ? (open == 0 ? .good : .warn) : .bad,
            headline: failed.isEmpty
                ? "No\(known == 0 ? "" : " new ones"): no schedule of \(explored - known) explorations failed."
                : "Yes: \(XML.text(failed.joined(separator: ", "))).",
            details: undecided)
    }
}
