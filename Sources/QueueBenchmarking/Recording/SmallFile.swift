#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// A file that the kernel writes while it is read.
enum SmallFile {
    /// The beginning of the file, up to 4 KiB; nil if it isn't there.
    static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
