#if canImport(Glibc)
private import Glibc

/// How many threads this process has.
enum ThreadCount {
    /// Nil if the system doesn't say.
    static var now: Int? {
        guard let folder = opendir("/proc/self/task") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
#else
/// How many threads this process has.
enum ThreadCount {
    static var now: Int? { nil }
}
#endif
