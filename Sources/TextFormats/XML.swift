/// Text made safe for XML 1.0.
public enum XML {
    public static func text(_ value: String) -> String { escaped(value, lineBreaks: false) }

    /// With its quotes. Line breaks are kept through references; a reader would turn them into spaces.
    public static func attribute(_ value: String) -> String { "\"" + escaped(value, lineBreaks: true) + "\"" }

    private static func escaped(_ value: String, lineBreaks: Bool) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\r", "\t":
                if lineBreaks || scalar == "\r" {
                    result += "&#\(scalar.value);"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            // No other control character, nor these two, may stand in XML 1.0, not even as a reference.
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
