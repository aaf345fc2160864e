/// A place in a file of text.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// From 1. Line breaks within a quoted field count.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// As editors and compilers write it: "12:5".
    public var description: String { "\(line):\(column)" }
}
