private import LinuxPlatform

/// Folders of files.
public enum Folder {
    /// Makes a folder, and those that it lies in, where they aren't there. Throws ``FileError``.
    public static func make(_ path: String) throws {
        var current = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            current += current.isEmpty || current == "/" ? String(part) : "/\(part)"
            if mkdir(current, 0o777) == 0 || errno == EEXIST { continue }
            throw FileError.last("make the folder", current)
        }
    }
}
