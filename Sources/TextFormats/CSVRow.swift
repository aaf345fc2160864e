/// One record of a CSV file as text (RFC 4180).
///
/// A field with a comma, a quote or a line break stands in quotes, and quotes within it are doubled. Records
/// end with a line feed alone, as the tools of this platform expect, where RFC 4180 has a carriage return
/// before it.
public enum CSVRow {
    /// - Parameter fields: A missing value is nil, and becomes an empty cell.
    public static func text(_ fields: [String?]) -> String {
        fields.map { field($0 ?? "") }.joined(separator: ",") + "\n"
    }

    static func field(_ value: String) -> String {
        let needsQuotes = value.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return value }
        // By scalar: "\r\n" is one character, and a quote with a combining mark is another one.
        var quoted = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append("\"") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
