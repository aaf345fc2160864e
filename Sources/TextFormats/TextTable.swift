/// A table in words and numbers for people, for whatever prints it.
public struct TextTable: Hashable, Sendable {
    public let title: String
    public let columns: [String]
    /// As many cells as columns; the first says what the row is about, and the others hold numbers.
    public let rows: [[String]]
    /// What doesn't fit into a table: a sentence each.
    public let notes: [String]

    public init(title: String, columns: [String], rows: [[String]], notes: [String] = []) {
        self.title = title
        self.columns = columns
        self.rows = rows
        self.notes = notes
    }

    /// For a terminal.
    ///
    /// - Parameter width: How many columns its title and notes may take. The rows take what they need.
    public func plain(width: Int = 80) -> String {
        let body =
            rows.isEmpty
            ? "  nothing measured\n" : PlainText.columns([columns] + rows, numbers: 1..<columns.count)
        return PlainText.wrapped(title, indent: 0, width: width) + body
            + notes.map { PlainText.wrapped($0, width: width) }.joined()
    }

    /// As a section of Markdown, with a line before it.
    public var markdown: String {
        var text = "\n## \(Markdown.escaped(title))\n\n" + Markdown.table([columns] + rows)
        for note in notes { text += "\n- \(Markdown.escaped(note))" }
        return notes.isEmpty ? text : text + "\n"
    }
}
