private import LinuxPlatform
private import TextFormats

/// A file that a command is going to write.
enum OutputFile {
    /// Refuses a file that can't be written, before the command does anything.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist.
    ///   - option: The option that names it.
    /// - Throws: ``UsageError``.
    static func check(_ path: String, _ option: String) throws {
        if TextFile.exists(path) {
            throw UsageError("\(path) exists. Nothing was written; choose another \(option).")
        }
        let folder = folder(of: path)
        guard OutputFolder.isFolder(folder) else {
            throw UsageError("can't write \(path): there is no folder \(folder)")
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw UsageError("can't write \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Removes a table without rows, which is the header alone.
    static func removeIfEmpty(_ table: String) {
        if let text = try? TextFile.contents(table), text.split(separator: "\n").count < 2 { unlink(table) }
    }

    /// "/" for a file of the root, "." for one without a folder.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}
