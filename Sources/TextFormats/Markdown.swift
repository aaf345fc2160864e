/// Escapes text for Markdown, and writes tables.
public enum Markdown {
    /// `text` as one line, with all markup escaped.
    public static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if character.isNewline {
                result += " "
            } else {
                if "\\`*_{}[]<>|#~&".contains(character) { result += "\\" }
                result.append(character)
            }
        }
        return result
    }

    /// `text` as an indented code block, which no character in it can end.
    public static func block(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined()
    }

    /// A table whose first row is the header. Columns of numbers are aligned right.
    ///
    /// - Parameters:
    ///   - rows: The cells.
    ///   - numbers: The columns of numbers; nil: all but the first.
    ///   - isMarkup: Whether the cells are Markdown already.
    public static func table(
        _ rows: [[String]], numbers: Range<Int>? = nil, isMarkup: Bool = false
    ) -> String {
        guard let header = rows.first else { return "" }
        let numbers = numbers ?? min(1, header.count)..<header.count
        let rule = "|" + header.indices.map { numbers.contains($0) ? "---:|" : "---|" }.joined()
        let lines = rows.map { "| " + $0.map { isMarkup ? $0 : escaped($0) }.joined(separator: " | ") + " |" }
        return ([lines[0], rule] + lines.dropFirst()).joined(separator: "\n") + "\n"
    }
}
