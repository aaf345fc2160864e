#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The program that runs.
enum OwnExecutable {
    /// The system doesn't say where the program lies: a failure of the harness, and nobody's misuse.
    struct NotFound: Error, CustomStringConvertible {
        let reason: String
        var description: String { "can't find the program itself through /proc/self/exe: \(reason)" }
    }

    /// Where it lies, links resolved, so that it is found again whatever happens to the working folder.
    static func path() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw NotFound(reason: String(cString: strerror(errno)))
        }
        defer { free(path) }
        return String(cString: path)
    }
}
