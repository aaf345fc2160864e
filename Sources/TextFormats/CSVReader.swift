/// Reads a CSV file record by record, strictly (RFC 4180), with the position of each field.
///
/// A misplaced quote, a file that ends within a record, and invalid UTF-8 are errors. Records end with a line feed,
/// or with a carriage return and a line feed. ``next()`` takes a record of any length, ``next(fields:)`` one that has as many fields as
/// the header.
public struct CSVReader {
    /// One record; quoted fields are unquoted.
    public struct Record: Hashable {
        public let fields: [String]
        /// The position at which each field begins.
        public let positions: [TextPosition]
    }

    public let path: String
    /// The number of columns of the header; 0 until ``header(_:of:required:ofAdded:ofMissing:)`` has read it.
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
    /// - Throws: ``FileError`` with the position.
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
                throw error(end, "a carriage return without a line feed")
            }
            step()
            return Record(fields: fields, positions: positions)
        }
    }

    /// The next record, which must have `count` fields; nil at the end of the file.
    ///
    /// - Throws: ``FileError`` with the position.
    /// - Complexity: O(length of the record).
    public mutating func next(fields count: Int) throws(FileError) -> Record? {
        guard let record = try next() else { return nil }
        try check(record, has: count)
        return record
    }

    func check(_ record: Record, has count: Int) throws(FileError) {
        if record.fields.count == count { return }
        throw error(
            record.positions[0], "this row has \(record.fields.count) fields, and the header has \(count)")
    }

    /// An error in the file, at a position.
    public func error(_ position: TextPosition, _ reason: String) -> FileError {
        FileError(action: "read", path: path, position: position, reason: reason)
    }

    // MARK: Fields

    private mutating func plain() throws(FileError) -> String {
        let (start, first) = (position, cursor.index)
        while !isAtEnd, !isNext(.comma), !isNext(.lineFeed), !isNext(.carriageReturn) {
            if isNext(.quote) {
                throw error(position, "a quote within an unquoted field")
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

    /// The field must end behind the closing quote.
    private func ended(_ content: [UInt8], at start: TextPosition) throws(FileError) -> String {
        guard isAtEnd || isNext(.comma) || isNext(.lineFeed) || isNext(.carriageReturn) else {
            throw error(position, "text between the closing quote and the end of the field")
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
            "the file ends within this row. Copy it again, or remove the incomplete row")
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
