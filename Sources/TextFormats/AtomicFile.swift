private import LinuxPlatform

/// Files that are there whole or not at all, whenever the process dies.
public enum AtomicFile {
    /// Makes a file. Throws ``FileError`` if there is one already.
    public static func create(_ path: String, _ text: String) throws {
        let temporary = try written(text, besides: path)
        defer { unlink(temporary) }
        // A link, unlike a rename, doesn't replace what is there.
        guard link(temporary, path) == 0 else { throw FileError.last("create", path) }
    }

    /// Puts a file in the place of the one that is there.
    public static func replace(_ path: String, _ text: String) throws {
        let temporary = try written(text, besides: path)
        guard rename(temporary, path) == 0 else {
            let error = FileError.last("replace", path)
            unlink(temporary)
            throw error
        }
    }

    /// Writes a file next to `path`, down to the disk, and returns its name.
    private static func written(_ text: String, besides path: String) throws -> String {
        let temporary = "\(path).\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError.last("create", temporary) }
        defer { close(descriptor) }
        do {
            try TextFile.write(text, to: descriptor, temporary)
            guard fsync(descriptor) == 0 else { throw FileError.last("write", temporary) }
        } catch {
            unlink(temporary)
            throw error
        }
        return temporary
    }
}
