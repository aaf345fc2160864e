/// Escapes text for XML 1.0.
public enum XML {
    public static func text(_ value: String) -> String { escaped(value, lineBreaks: false) }

    /// A quoted attribute value. Line breaks become character references, because a reader turns plain ones into
    /// spaces.
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
            // XML 1.0 forbids the other control characters and these two, even as references.
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
