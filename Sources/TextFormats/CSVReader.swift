/// Reads a CSV file record by record, strictly (RFC 4180), and knows where each field stands.
///
/// Nothing is guessed: a quote in the wrong place, a file that ends within a record, and what is not UTF-8 are
/// errors. Records end with a line feed, or with a carriage return before it. That a record has as many fields as
/// the header has, is for the caller to see to: it knows what the fields are.
public struct CSVReader {
    /// One record; what was quoted is there without its quotes.
    public struct Record: Hashable {
        public let fields: [String]
        /// Where each field begins.
        public let positions: [TextPosition]
    }

    public let path: String
    /// How many columns the header has; 0 until it was read (``header(_:of:required:ofAdded:ofMissing:)``).
    public internal(set) var columnCount = 0
    private var cursor: TextCursor

    /// - Throws: ``FileError`` if the file can't be read.
    public init(_ path: String) throws {
        self.init(path, bytes: try TextFile.bytes(path))
    }

    init(_ path: String, bytes: [UInt8]) {
        self.path = path
        cursor = TextCursor(bytes)
    }

    /// The next record; nil at the end of the file.
    ///
    /// - Throws: ``FileError`` with the place.
    /// - Complexity: O(length of the record).
    public mutating func next() throws(FileError) -> Record? {
        if isAtEnd { return nil }
        var fields: [String] = []
        var positions: [TextPosition] = []
        while true {
            positions.append(position)
            fields.append(try isNext(.quote) ? quoted() : plain())
            if isAtEnd { throw isCut(position) }
            if isNext(.comma) {
                step()
                continue
            }
            let end = position
            if isNext(.carriageReturn) { step() }
            guard isNext(.lineFeed) else {
                throw error(end, "a carriage return stands there without a line feed")
            }
            step()
            return Record(fields: fields, positions: positions)
        }
    }

    /// What is wrong with the file, at a place of it.
    public func error(_ position: TextPosition, _ reason: String) -> FileError {
        FileError(action: "read", path: path, position: position, reason: reason)
    }

    // MARK: Fields

    private mutating func plain() throws(FileError) -> String {
        let (start, first) = (position, cursor.index)
        while !isAtEnd, !isNext(.comma), !isNext(.lineFeed), !isNext(.carriageReturn) {
            if isNext(.quote) {
                throw error(position, "a quote stands within a field that isn't in quotes")
            }
            step()
        }
        return try text(cursor.bytes[first..<cursor.index], at: start)
    }

    private mutating func quoted() throws(FileError) -> String {
        let start = position
        var content: [UInt8] = []
        step()
        while let byte = cursor.byte {
            step()
            if byte == .quote {
                guard isNext(.quote) else { return try ended(content, at: start) }
                step()
            }
            content.append(byte)
        }
        throw isCut(start)
    }

    /// What is behind a closing quote must be the end of the field.
    private func ended(_ content: [UInt8], at start: TextPosition) throws(FileError) -> String {
        guard isAtEnd || isNext(.comma) || isNext(.lineFeed) || isNext(.carriageReturn) else {
            throw error(position, "something stands between the closing quote and the end of the field")
        }
        return try text(content[...], at: start)
    }

    private func text(_ bytes: ArraySlice<UInt8>, at start: TextPosition) throws(FileError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw error(start, "this field isn't UTF-8")
        }
        return text
    }

    private func isCut(_ position: TextPosition) -> FileError {
        error(
            position,
            "the file ends within this row: it is cut. Copy it once more; if there is no whole one, take the "
                + "last row out")
    }

    // MARK: Bytes

    private var position: TextPosition { cursor.position }

    private var isAtEnd: Bool { cursor.byte == nil }

    private func isNext(_ byte: UInt8) -> Bool { cursor.byte == byte }

    private mutating func step() { cursor.step() }
}

extension UInt8 {
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
