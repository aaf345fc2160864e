private import LinuxPlatform
private import Reporting

/// A folder that a run writes its files to. It may exist, but no run may lie there.
struct OutputFolder {
    let path: String

    /// Makes the folder if it isn't there.
    ///
    /// - Parameter files: The files of a run that must not be there yet.
    /// - Throws: ``UsageError`` if a file is there already, or nothing can be written.
    init(preparing path: String, without files: [String]) throws {
        if path.isEmpty { throw UsageError("the name of the folder that --output gives is empty") }
        self.path = path
        // Before anything is made.
        for file in files where access(self.file(file), F_OK) == 0 {
            throw UsageError(
                "\(path) already holds a run: \(file) is there. Nothing was written; name another --output.")
        }
        try Self.makeFolders(path)
        guard access(path, W_OK | X_OK) == 0 else {
            throw UsageError("can't write in \(path): \(String(cString: strerror(errno)))")
        }
    }

    func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    private static func makeFolders(_ path: String) throws {
        var current = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            current += current.isEmpty || current == "/" ? String(part) : "/\(part)"
            if mkdir(current, 0o777) == 0 || errno == EEXIST { continue }
            throw UsageError("can't make the folder \(current): \(String(cString: strerror(errno)))")
        }
        guard isFolder(path) else { throw UsageError("can't write in \(path): it is no folder") }
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
