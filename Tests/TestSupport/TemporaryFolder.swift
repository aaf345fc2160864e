private import FoundationEssentials
private import TextFormats

/// A folder of a test that goes when this value does.
package final class TemporaryFolder {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/operationlab-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func names() throws -> [String] { try Self.names(in: path) }

    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    package func read(_ name: String) throws -> String { try TextFile.contents(file(name)) }

    /// Writes a file, and returns its path.
    package func write(_ text: String, to name: String) throws -> String {
        let file = file(name)
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }

    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    }

    /// What a reader makes of a file with this text.
    package static func reading<Value>(
        _ text: String, named name: String, _ read: (_ path: String) throws -> Value
    ) throws -> Value {
        let folder = try TemporaryFolder()
        return try read(folder.write(text, to: name))
    }

    /// Where and why a reader refuses a file with this text, without the file's name; nil if it reads it.
    package static func refusal<Value>(
        of text: String, named name: String, _ read: (_ path: String) throws -> Value
    ) throws -> String? {
        do {
            _ = try reading(text, named: name, read)
            return nil
        } catch let error as FileError {
            guard error.path.hasSuffix("/" + name), error.action == "read" else { throw error }
            return "\(error.position?.description ?? ""): \(error.reason)"
        }
    }
}
