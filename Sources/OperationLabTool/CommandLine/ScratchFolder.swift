private import ConcurrencyPrimitives
private import FoundationEssentials

/// A folder for files that nobody needs after the command.
struct ScratchFolder {
    let path: String

    /// Those that exist, for a process that ends at once.
    private static let existing = Mutex<Set<String>>([])

    /// - Parameter name: What its name begins with, after "oplab-".
    /// - Throws: An error of creating it.
    init(_ name: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "oplab-\(name)-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        Self.existing.withLock { [path] in _ = $0.insert(path) }
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        Self.existing.withLock { [path] in _ = $0.remove(path) }
    }

    /// Keeps the folder after the end of the process.
    func keep() { Self.existing.withLock { [path] in _ = $0.remove(path) } }

    /// Removes all that exist.
    static func removeAll() {
        for path in existing.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }
}
