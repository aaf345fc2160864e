/// A value of a JSON text (RFC 8259) that knows where it stands, so that what is wrong with it can be said with its
/// place.
public struct PositionedJSON: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case array([PositionedJSON])
        /// In the order of the text; no two have the same name.
        case object([Member])
    }

    /// One name of an object, with its value.
    public struct Member: Hashable, Sendable {
        public let name: String
        /// Of the name.
        public let position: TextPosition
        public let value: PositionedJSON
    }

    public let value: Value
    /// Where it begins.
    public let position: TextPosition

    /// Reads a file that holds one value.
    ///
    /// - Throws: ``FileError`` if it can't be read; with the place if it isn't JSON, or a name stands in an object
    ///   twice.
    public static func read(_ path: String) throws -> PositionedJSON {
        try parse(try TextFile.bytes(path), path: path)
    }

    /// - Parameters:
    ///   - bytes: The text.
    ///   - path: Of the file that it stands in, for errors.
    public static func parse(_ bytes: [UInt8], path: String) throws(FileError) -> PositionedJSON {
        var parser = PositionedJSONParser(bytes, path: path)
        return try parser.text()
    }

    /// As in "a string".
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
