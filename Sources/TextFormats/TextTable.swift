/// A table for people, which can be printed as plain text or Markdown.
public struct TextTable: Hashable, Codable, Sendable {
    public let title: String
    public let columns: [String]
    /// Each row has as many cells as there are columns. The first cell names the row; the others hold numbers.
    public let rows: [[String]]
    /// Sentences below the table.
    public let notes: [String]

    public init(title: String, columns: [String], rows: [[String]], notes: [String] = []) {
        self.title = title
        self.columns = columns
        self.rows = rows
        self.notes = notes
    }

    /// Whether each row has as many cells as there are columns.
    public var isRectangular: Bool { rows.allSatisfy { $0.count == columns.count } }

    /// The table for a terminal.
    ///
    /// - Parameter width: The width of the title and the notes. The rows take as much as they need.
    public func plain(width: Int = 80) -> String {
        let body =
            rows.isEmpty
            ? "  nothing measured\n" : PlainText.columns([columns] + rows, numbers: 1..<columns.count)
        return PlainText.wrapped(title, indent: 0, width: width) + body
            + notes.map { PlainText.wrapped($0, width: width) }.joined()
    }

    /// The table as a section of Markdown, with an empty line before it.
    public var markdown: String {
        var text = "\n## \(Markdown.escaped(title))\n\n" + Markdown.table([columns] + rows)
        for note in notes { text += "\n- \(Markdown.escaped(note))" }
        return notes.isEmpty ? text : text + "\n"
    }
}
