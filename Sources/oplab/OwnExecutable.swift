#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The program that runs.
enum OwnExecutable {
    /// Where it lies, links resolved, so that it is found again whatever happens to the working folder.
    static func path() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw UsageError("can't find the program itself through /proc/self/exe")
        }
        defer { free(path) }
        return String(cString: path)
    }
}
