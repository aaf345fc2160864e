/// One record of a CSV file as text (RFC 4180).
///
/// A field that contains a comma, a quote or a line break is quoted, and the quotes in it are doubled. A record
/// ends with a line feed, where RFC 4180 asks for a carriage return and a line feed.
public enum CSVRow {
    /// - Parameter fields: The values; nil becomes an empty cell.
    public static func text(_ fields: [String?]) -> String {
        fields.map { field($0 ?? "") }.joined(separator: ",") + "\n"
    }

    static func field(_ value: String) -> String {
        let needsQuotes = value.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return value }
        // By scalar, because "\r\n" is one character, and a quote with a combining mark is another character.
        var quoted = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append("\"") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
