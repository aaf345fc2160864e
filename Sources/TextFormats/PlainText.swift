/// Lays out text for a terminal.
public enum PlainText {
    /// Aligned columns. The last is not padded, unless it holds numbers.
    ///
    /// - Parameters:
    ///   - rows: The values of each line.
    ///   - numbers: The columns to align right.
    ///   - separator: The text between two columns.
    public static func columns(
        _ rows: [[String]], numbers: Range<Int> = 0..<0, separator: String = "  "
    ) -> String {
        var widths: [Int] = []
        for row in rows {
            for (column, value) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], value.count)
            }
        }
        return rows.map { row in
            let padded = row.enumerated().map { column, value in
                if numbers.contains(column) {
                    return String(repeating: " ", count: widths[column] - value.count) + value
                }
                return column == row.count - 1 ? value : fill(value, to: widths[column])
            }
            var line = padded.joined(separator: separator)
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// Padded with spaces, or cut off with an ellipsis.
    public static func fill(_ value: String, to width: Int) -> String {
        value.count > width
            ? String(value.prefix(max(0, width - 1))) + "…"
            : value + String(repeating: " ", count: width - value.count)
    }

    /// Wrapped at `width` columns and indented; all lines but the first by two columns more. A longer word gets a
    /// line of its own.
    public static func wrapped(_ sentence: String, indent: Int = 2, width: Int = 80) -> String {
        var text = ""
        var line = String(repeating: " ", count: indent)
        var isFirst = true
        for word in sentence.split(separator: " ") {
            if !isFirst, line.count + 1 + word.count > width {
                text += line + "\n"
                line = String(repeating: " ", count: indent + 2)
                isFirst = true
            }
            line += (isFirst ? "" : " ") + word
            isFirst = false
        }
        return text + line + "\n"
    }
}
