private import LinuxPlatform
private import Reporting
private import TextFormats

/// The folder that a run writes its files to. It may exist, but must not contain a run.
struct OutputFolder {
    let path: String

    /// Creates the folder if needed.
    ///
    /// - Parameter files: The files of a run, which must not exist.
    /// - Throws: ``UsageError`` if one of the files exists, or the folder can't be written.
    init(preparing path: String, without files: [String]) throws {
        if path.isEmpty { throw UsageError("the name of the folder that --output gives is empty") }
        self.path = path
        // Checked before anything is created.
        for file in files where access(self.file(file), F_OK) == 0 {
            throw UsageError(
                "\(path) already contains a run: \(file) exists. Nothing was written; choose another --output."
            )
        }
        do { try Folder.make(path) } catch { throw UsageError("\(error)") }
        guard Self.isFolder(path) else { throw UsageError("can't write in \(path): it is no folder") }
        guard access(path, W_OK | X_OK) == 0 else {
            throw UsageError("can't write in \(path): \(String(cString: strerror(errno)))")
        }
    }

    func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
