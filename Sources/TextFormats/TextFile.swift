private import CPlatform
private import LinuxPlatform

/// Reads and writes whole text files.
public enum TextFile {
    /// The contents of a file. Invalid UTF-8 is replaced.
    ///
    /// - Throws: ``FileError``.
    public static func contents(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// The bytes of a file.
    ///
    /// - Throws: ``FileError``.
    public static func bytes(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last("open", path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 { bytes += buffer[..<count] }
            if count < 0, errno != EINTR { throw FileError.last("read", path) }
        }
    }

    /// Whether a file or folder of that name exists.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Appends to a file, and creates it if needed.
    ///
    /// - Throws: ``FileError``.
    public static func append(_ path: String, _ text: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError.last("open", path) }
        defer { close(descriptor) }
        try write(text, to: descriptor, path)
    }

    /// Writes all of `text` to an open file.
    static func write(_ text: String, to descriptor: Int32, _ path: String) throws {
        let bytes = Array(text.utf8)
        guard oplab_write_all(descriptor, bytes, Int64(bytes.count)) else {
            throw FileError.last("write", path)
        }
    }
}
