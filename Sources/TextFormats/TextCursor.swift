/// Reads the bytes of a text one after the other, and knows the position of each.
struct TextCursor {
    let bytes: [UInt8]
    private(set) var index = 0
    private var line = 1
    private var column = 1

    /// - Parameter start: The index of the first byte to read.
    init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        index = start
    }

    var position: TextPosition { TextPosition(line: line, column: column) }

    /// The next byte; nil at the end.
    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Moves to the next byte. Must not be called at the end.
    mutating func step() {
        let isLineFeed = bytes[index] == UInt8(ascii: "\n")
        index += 1
        if isLineFeed {
            line += 1
            column = 1
        } else if index == bytes.count || bytes[index] & 0xC0 != 0x80 {
            // A continuation byte belongs to the same scalar, and is no column of its own.
            column += 1
        }
    }
}
