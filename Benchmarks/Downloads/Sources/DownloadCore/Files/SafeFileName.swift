/// A name of a file in one folder, whatever it was made of.
///
/// Names come from the network, where `../../.bashrc` is a name, too. What comes out has no slash and no character that isn't
/// shown, isn't hidden, isn't taken for an option by a shell, is no name of a partial file, and leaves room for a number and
/// for the ending of a partial file within the 255 bytes that a file system gives.
public struct SafeFileName: Hashable, Sendable, CustomStringConvertible {
    /// What a file is called that nobody has given a usable name.
    public static let fallback = "download"

    /// What a partial file's name ends with, and what the name of the record beside it does.
    static let partialEnding = ".partial"
    static let recordEnding = ".partial.json"

    /// In bytes.
    private static let longest = 200
    private static let longestEnding = 20

    public let description: String

    /// - Parameter name: What somebody calls the file; what precedes the last slash or backslash is dropped.
    public init(_ name: String) {
        var text = String(name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? "")
        text.unicodeScalars.removeAll { scalar in
            switch scalar.properties.generalCategory {
            // Among them what turns the direction of writing, which makes "exe.txt" of "txt.exe".
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
            default: false
            }
        }
        text = Self.trimmed(text)
        if text.isEmpty || text.allSatisfy({ $0 == "." }) { text = Self.fallback }
        if text.hasPrefix(".") || text.hasPrefix("-") { text = "_" + text }
        text = Self.shortened(text)
        let lowercased = text.lowercased()
        if lowercased.hasSuffix(Self.partialEnding) || lowercased.hasSuffix(Self.recordEnding) { text += "_" }
        description = text
    }

    private init(unchecked description: String) { self.description = description }

    /// The same name with a number, as in `photo (2).jpg`.
    func numbered(_ number: Int) -> SafeFileName {
        let (base, ending) = Self.parts(description)
        return SafeFileName(unchecked: "\(base) (\(number))\(ending)")
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        var (base, ending) = parts(text)
        if ending.utf8.count > longestEnding { (base, ending) = (text[...], "") }
        while base.utf8.count + ending.utf8.count > longest { base.removeLast() }
        // One character can be longer than a name may be.
        return String(base.isEmpty ? fallback + ending : base + ending)
    }

    /// What precedes the ending, and the ending with its dot, as in `.tar.gz`; empty if there is none.
    private static func parts(_ text: String) -> (base: Substring, ending: Substring) {
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return (text[...], "") }
        let archive = text[..<dot].hasSuffix(".tar") ? text.index(dot, offsetBy: -4) : dot
        let start = archive == text.startIndex ? dot : archive
        return (text[..<start], text[start...])
    }
}
