private import Foundation

/// A folder of its own, which is removed with this object.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    /// What can't be removed stays: no test depends on it.
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file or folder in it.
    public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}
