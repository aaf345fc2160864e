public import LinuxPlatform

/// The file system refused.
public struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As in "write".
    public let action: String
    /// The file that it was about, with its folder.
    public let file: String
    /// The system's number.
    public let code: Int32

    /// - Parameters:
    ///   - action: As in "write".
    ///   - file: The file that it was about, with its folder.
    ///   - code: The system's number; by default that of the call just made.
    public init(_ action: String, _ file: String, code: Int32 = errno) {
        self.action = action
        self.file = file
        self.code = code
    }

    /// Whether there is no room left, or none that this user may have.
    public var isDiskFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

    public var description: String { "can't \(action) \(file): \(String(cString: strerror(code)))" }
}
