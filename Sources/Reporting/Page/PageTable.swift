internal import TextFormats

/// A table of the page, which a reader sorts and filters.
struct PageTable: Sendable {
    struct Cell: Sendable {
        let html: String
        /// What the cell is sorted by; nil: its text.
        var value: Double?

        init(html: String, value: Double? = nil) {
            self.html = html
            self.value = value
        }

        init(_ text: String, value: Double? = nil) { self.init(html: XML.text(text), value: value) }

        static let empty = Cell("")
    }

    /// A longer table scrolls by itself.
    private static let fewRows = 24

    let columns: [String]
    var rows: [[Cell]]
    /// The columns of numbers, which are aligned right.
    var numbers: Range<Int> = 0..<0
    /// What the table shows, for those who don't see it.
    let label: String

    var html: String {
        if rows.isEmpty { return "" }
        let head = columns.map { "<th scope=\"col\">\(XML.text($0))</th>" }.joined()
        let body = rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let kind = numbers.contains(column) ? " class=\"number\"" : ""
                let value = cell.value.map { " data-value=\"\(Decimals.shortest($0))\"" } ?? ""
                return "<td\(kind)\(value)>\(cell.html)</td>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        return
            "<div class=\"scroll\(rows.count > Self.fewRows ? " long" : "")\" tabindex=\"0\" role=\"region\" aria-label=\(XML.attribute(label))>"
            + "<table class=\"data\"><thead><tr>\(head)</tr></thead>\n<tbody>\n\(body.joined())</tbody></table></div>\n"
    }
}
