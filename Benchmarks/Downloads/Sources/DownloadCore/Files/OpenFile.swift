private import CDownloadPlatform
internal import LinuxPlatform

/// A file that is open, and is closed with this object.
///
/// The field is a constant; who writes at the same time as another is the caller's affair.
final class OpenFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Takes a descriptor over.
    init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        // Closing alone keeps the lock for as long as a process that is just being spawned shares the file.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Takes the file for this process and this object; false if another has it. The system gives it back when the file is
    /// closed, also when the process is killed.
    func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    private var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    var identity: FileIdentity? { status.map { FileIdentity($0) } }

    /// How many bytes it has.
    var length: UInt64 { status.map { UInt64($0.st_size) } ?? 0 }

    /// Cuts it off behind so many bytes, and gives back what is reserved behind them.
    func truncate(to length: UInt64) throws(DiskError) {
        if ftruncate(descriptor, Int(length)) != 0 { throw DiskError("shorten", path) }
    }

    /// The next byte is written behind so many.
    func seek(to offset: UInt64) throws(DiskError) {
        if lseek(descriptor, Int(offset), SEEK_SET) < 0 { throw DiskError("write", path) }
    }

    /// Reserves room for so many bytes from there on, so that a disk that is too small is known before they are sent for.
    func reserve(from offset: UInt64, _ count: UInt64) throws(DiskError) {
        guard count > 0, count <= UInt64(Int64.max) - offset else { return }
        let code = downloads_reserve(descriptor, Int64(offset), Int64(count))
        if code != 0 { throw DiskError("write", path, code: code) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(DiskError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = LinuxPlatform.write(
                descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw DiskError("write", path)
            }
            rest = rest.dropFirst(count)
        }
    }

    func write(_ bytes: [UInt8]) throws(DiskError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(DiskError) in try write(bytes) }
        }
        try result.get()
    }

    /// Calls `body` with one piece after the other of the first `length` bytes; it returns false to end early. The position
    /// stays where it is.
    func read(_ length: UInt64, _ body: (UnsafeRawBufferPointer) -> Bool) throws(DiskError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var offset: UInt64 = 0
        while offset < length {
            let wanted = min(UInt64(buffer.count), length - offset)
            let count = pread(descriptor, buffer.baseAddress, Int(wanted), Int(offset))
            if count < 0 {
                if errno == EINTR { continue }
                throw DiskError("read", path)
            }
            // Somebody has shortened it.
            if count == 0 { throw DiskError("read", path, code: EIO) }
            if !body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return }
            offset += UInt64(count)
        }
    }

    /// Has what was written reach the disk.
    func flush() throws(DiskError) {
        if fdatasync(descriptor) != 0 { throw DiskError("write", path) }
    }
}
