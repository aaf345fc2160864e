/// One small change of a source file, before it has a number.
public struct Change: Sendable {
    /// What the changed part reads, on one line.
    public let original: String
    /// What it reads once it is changed, or what has become of it.
    public let replacement: String
    let edits: @Sendable (_ isOn: String) -> [Edit]
    /// The part that another text replaces, if this change can't be switched at run time, but needs a build of its own.
    let rewritten: Range<Int>?

    /// - Parameters:
    ///   - original: What the changed part reads.
    ///   - replacement: What it reads once it is changed.
    ///   - edits: What to insert, for an expression that is true while the change is switched on.
    init(_ original: String, _ replacement: String, _ edits: @escaping @Sendable (_ isOn: String) -> [Edit]) {
        self.original = original.onOneLine
        self.replacement = replacement.onOneLine
        self.edits = edits
        rewritten = nil
    }

    /// A change that needs a build of its own.
    ///
    /// - Parameters:
    ///   - range: The changed part, in bytes of the file.
    ///   - original: What it reads.
    ///   - replacement: What it reads once it is changed.
    init(rewriting range: Range<Int>, _ original: String, as replacement: String) {
        self.original = original.onOneLine
        self.replacement = replacement.onOneLine
        edits = { _ in [] }
        rewritten = range
    }
}

/// What a change inserts into a file. The text of the file stays, so changes at the same place nest.
struct Edit: Hashable, Sendable {
    /// The part that is wrapped, in bytes of the file. Empty for what stands between two parts.
    let range: Range<Int>
    let prefix: String
    let suffix: String

    init(_ range: Range<Int>, _ prefix: String, _ suffix: String = "") {
        self.range = range
        self.prefix = prefix
        self.suffix = suffix
    }
}

extension String {
    /// The text with each run of white space as one space.
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
