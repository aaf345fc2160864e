private import FoundationEssentials

/// A folder for files that nobody needs after the command.
struct ScratchFolder {
    let path: String

    /// - Parameter name: What its name begins with, after "oplab-".
    /// - Throws: An error of creating it.
    init(_ name: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "oplab-\(name)-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
