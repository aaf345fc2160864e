public import FoundationEssentials

/// JSON for files that people read, too: names in order, one a line.
public enum JSONText {
    /// The text of `value`. `encoder` writes it, where something about that is not as usual.
    public static func text(_ value: some Encodable, _ encoder: JSONEncoder = JSONEncoder()) throws -> String
    {
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
