/// A position in a text file.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1. Line breaks within a quoted field count.
    public let line: Int
    /// Counted from 1, in Unicode scalars.
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The notation of editors and compilers: "12:5".
    public var description: String { "\(line):\(column)" }
}
