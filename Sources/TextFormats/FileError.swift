private import LinuxPlatform

/// Why a file of results could not be created, written or read.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    public let action: String
    public let path: String
    /// The position of the error; nil if it concerns the whole file.
    public let position: TextPosition?
    public let reason: String

    public init(action: String, path: String, position: TextPosition? = nil, reason: String) {
        self.action = action
        self.path = path
        self.position = position
        self.reason = reason
    }

    /// The error of the system call that has just failed on this thread.
    public static func last(_ action: String, _ path: String) -> FileError {
        FileError(action: action, path: path, reason: String(cString: strerror(errno)))
    }

    /// For example "can't read run/measurements.csv:12:5: there is no metric 'speed'".
    public var description: String {
        "can't \(action) \(path)\(position.map { ":\($0)" } ?? ""): \(reason)"
    }
}
