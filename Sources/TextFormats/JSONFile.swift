public import FoundationEssentials

/// A file of JSON that a program reads back, such as a report.
public struct JSONFile {
    private let path: String
    private let kind: String
    private let data: Data
    private let decoder: JSONDecoder

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - kind: What it should be, for errors: "report of the gate".
    ///   - decoder: Decodes its values.
    /// - Throws: ``FileError`` if it can't be read, or isn't JSON: with the position.
    public init(reading path: String, as kind: String, _ decoder: JSONDecoder = JSONDecoder()) throws {
        let bytes = try TextFile.bytes(path)
        // This parser reports the position of a syntax error.
        _ = try PositionedJSON.parse(bytes, path: path)
        (self.path, self.kind, self.decoder) = (path, kind, decoder)
        data = Data(bytes)
    }

    /// What the file holds. A type with a part of its members tells the format, which is checked before the rest: that of another
    /// format may differ.
    ///
    /// - Throws: ``FileError`` if it holds something else.
    public func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do { return try decoder.decode(type, from: data) } catch let problem as DecodingError {
            throw error("it is no \(kind): \(problem.explanation)")
        }
    }

    /// An error of this file.
    public func error(_ reason: String) -> FileError {
        FileError(action: "read", path: path, reason: reason)
    }
}
