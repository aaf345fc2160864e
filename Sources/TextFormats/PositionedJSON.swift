/// A value of a JSON text (RFC 8259) with its position, so that errors can name the position.
public struct PositionedJSON: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case array([PositionedJSON])
        /// In the order of the text; names are unique.
        case object([Member])
    }

    /// One member of an object: its name and its value.
    public struct Member: Hashable, Sendable {
        public let name: String
        /// The position of the name.
        public let position: TextPosition
        public let value: PositionedJSON
    }

    public let value: Value
    /// The position at which the value begins.
    public let position: TextPosition

    /// Reads a file that holds one value.
    ///
    /// - Throws: ``FileError`` if the file can't be read; with a position if it isn't JSON, or an object has the
    ///   same name twice.
    public static func read(_ path: String) throws -> PositionedJSON {
        try parse(try TextFile.bytes(path), path: path)
    }

    /// - Parameters:
    ///   - bytes: The text.
    ///   - path: The path of the file, for errors.
    public static func parse(_ bytes: [UInt8], path: String) throws(FileError) -> PositionedJSON {
        var parser = PositionedJSONParser(bytes, path: path)
        return try parser.text()
    }

    /// For example "a string".
    public var kind: String {
        switch value {
        case .null: "null"
        case .boolean: "a truth value"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
