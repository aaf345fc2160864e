public import FoundationEssentials

/// JSON that people can read: sorted names, one a line.
public enum JSONText {
    /// The text of `value`. Pass an `encoder` to change how it encodes dates or numbers; its output format is
    /// overwritten.
    public static func text(_ value: some Encodable, _ encoder: JSONEncoder = JSONEncoder()) throws -> String
    {
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
