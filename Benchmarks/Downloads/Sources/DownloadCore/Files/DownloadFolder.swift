private import CDownloadPlatform
private import Crypto
internal import LinuxPlatform

/// A folder that files are downloaded to.
///
/// Everything in it is done through a descriptor of the folder, so that it stays the same one if it is renamed meanwhile. Files
/// get their names in one step, when they are whole, and only names that nobody has: neither is a file replaced, nor a half one
/// ever seen under its final name.
///
/// Thread-safe: the fields are constants, and the system's calls are.
public final class DownloadFolder: Sendable {
    /// As it was given.
    public let path: String
    private let descriptor: Int32

    /// The most names that are tried for a file, and for a partial file.
    static let mostNumbers = 9_999

    /// Opens a folder, and makes it first if it isn't there; the folder around it has to be.
    public init(_ path: String) throws(DiskError) {
        if mkdir(path, 0o777) != 0, errno != EEXIST { throw DiskError("make the folder", path) }
        let descriptor = LinuxPlatform.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DiskError("open the folder", path) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The path of a file in this folder.
    public func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Writes a whole file, under the name or the first number of it that is free, and returns the name.
    ///
    /// Until it is whole, it has the name of a partial file.
    public func store(_ bytes: UnsafeRawBufferPointer, as name: SafeFileName) throws(DiskError) -> String {
        let temporary = "\(name).\(UInt64.random(in: .min ... .max).hexadecimal)\(SafeFileName.partialEnding)"
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL)
        do throws(DiskError) {
            try file.write(bytes)
            return try give(temporary, name)
        } catch {
            // What can't be removed is a partial file, as its name says.
            try? remove(temporary)
            throw error
        }
    }

    /// The bytes of a file.
    public func read(_ name: String) throws(DiskError) -> [UInt8] {
        let file = try open(name, O_RDONLY)
        var bytes: [UInt8] = []
        try file.read(file.length) { piece in
            bytes += piece
            return true
        }
        return bytes
    }

    /// What the bytes of a file come to.
    public func checksum(of name: String) throws(DiskError) -> SHA256Checksum {
        let file = try open(name, O_RDONLY)
        var hash = SHA256()
        try file.read(file.length) { piece in
            hash.update(bufferPointer: piece)
            return true
        }
        return SHA256Checksum(hash.finalize())
    }

    // MARK: For partial files

    /// Opens a file.
    func open(_ name: String, _ flags: Int32) throws(DiskError) -> OpenFile {
        let file = openat(descriptor, name, flags | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw DiskError(flags & O_CREAT == 0 ? "open" : "make", path(of: name)) }
        return OpenFile(file, path: path(of: name))
    }

    /// Removes a file; that it isn't there is as well.
    func remove(_ name: String) throws(DiskError) {
        if unlinkat(descriptor, name, 0) != 0, errno != ENOENT { throw DiskError("remove", path(of: name)) }
    }

    /// Gives a whole file its name, or the first number of it that is free, in one step. Returns the name.
    func give(_ temporary: String, _ name: SafeFileName) throws(DiskError) -> String {
        var number = 1
        while true {
            let candidate = number == 1 ? name : name.numbered(number)
            let code = downloads_rename_if_free(descriptor, temporary, candidate.description)
            switch code {
            case 0: return candidate.description
            case EEXIST where number < Self.mostNumbers: number += 1
            default: throw DiskError("name", path(of: candidate.description), code: code)
            }
        }
    }

    /// Whether a file that is open still has this name.
    func isStill(_ file: OpenFile, at name: String) -> Bool {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && file.identity == FileIdentity(status)
    }

    /// Has the names that were given reach the disk.
    func flush() throws(DiskError) {
        if fsync(descriptor) != 0 { throw DiskError("write the folder", path) }
    }
}

extension UInt64 {
    fileprivate var hexadecimal: String { String(self, radix: 16) }
}

/// Which file it is, whatever it is called.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}
