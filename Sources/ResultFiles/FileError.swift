#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// Why a file of results could not be made or written.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    public let action: String
    public let path: String
    public let reason: String

    public init(action: String, path: String, reason: String) {
        self.action = action
        self.path = path
        self.reason = reason
    }

    /// The error of the call to the system that has just failed on this thread.
    public static func last(_ action: String, _ path: String) -> FileError {
        FileError(action: action, path: path, reason: String(cString: strerror(errno)))
    }

    public var description: String { "can't \(action) \(path): \(reason)" }
}
