private import LinuxPlatform

/// Creates and replaces files atomically: whenever the process dies, a file is complete or absent.
public enum AtomicFile {
    /// Creates a file. Throws ``FileError`` if it exists.
    public static func create(_ path: String, _ text: String) throws {
        let temporary = try written(text, besides: path)
        defer { unlink(temporary) }
        // `link`, unlike `rename`, doesn't replace an existing file.
        guard link(temporary, path) == 0 else { throw FileError.last("create", path) }
    }

    /// Replaces a file.
    public static func replace(_ path: String, _ text: String) throws {
        let temporary = try written(text, besides: path)
        guard rename(temporary, path) == 0 else {
            let error = FileError.last("replace", path)
            unlink(temporary)
            throw error
        }
    }

    /// Writes a file next to `path`, flushes it to the disk, and returns its name.
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
