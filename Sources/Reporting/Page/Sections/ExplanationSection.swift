private import TextFormats

/// Why one queue, or one build, is slower than another.
struct ExplanationSection {
    let file: ExplanationFile
    let prefix: String

    var section: PageSection {
        PageSection(
            id: "\(prefix)why", title: "Why", introduction: XML.text(file.sentence),
            body: file.tables.map(Self.html).joined())
    }

    private static func html(_ table: TextTable) -> String {
        let notes = table.notes.map { "<li>\(XML.text($0))</li>\n" }.joined()
        let rows = table.rows.map { row in row.map { PageTable.Cell($0, value: Double($0)) } }
        return "<h3>\(XML.text(table.title))</h3>\n"
            + PageTable(
                columns: table.columns, rows: rows, numbers: 1..<max(1, table.columns.count),
                label: table.title
            ).html
            + (notes.isEmpty ? "" : "<ul>\n\(notes)</ul>\n")
    }

    /// For the first screen.
    var finding: Finding {
        Finding(
            title: "Why is it slow?", tone: file.isConclusive ? (file.isDifferent ? .plain : .good) : .warn,
            headline: XML.text(file.sentence), details: [XML.text(file.title)])
    }
}
