import ChildProcesses
import Foundation
import LinuxPlatform

/// The program, as it lies beside the one that runs these tests.
enum Program {
    static func path() throws -> String { try OwnExecutable.path(beside: "downloads") }

    static func child(_ arguments: [String]) throws -> ChildProgram { ChildProgram(try path(), arguments) }

    /// Runs it to its end.
    static func run(_ arguments: String...) async throws -> ChildResult<String> {
        try await child(arguments).output()
    }

    static func run(_ arguments: [String]) async throws -> ChildResult<String> {
        try await child(arguments).output()
    }
}

/// A folder that is removed with this object.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "fetch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path).appending(path: name)))
    }
}

extension ChildResult<String> {
    var lines: [String] { value.split(separator: "\n").map(String.init) }
    /// Those of standard error but for the last, which sums up.
    var errors: [String] {
        standardError.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("downloads: ") }
    }
}
