internal import LinuxPlatform

/// A file that holds the token of the schedule that runs, so that it is there if that schedule ends the process.
///
/// Each write replaces the one before. The kernel has the text when the call returns, so it survives the process, though not
/// the machine.
///
/// `@unchecked Sendable`: used by one exploration, by the thread that holds the scheduling token.
public final class TokenFile: @unchecked Sendable {
    /// Why the file can't be written.
    public struct Failure: Error, CustomStringConvertible {
        /// The file.
        public let path: String
        /// The system's error message.
        public let reason: String
        public var description: String { "can't write the token's file \(path): \(reason)" }
    }

    private let path: String
    private let descriptor: Int32
    private var length = 0

    /// Opens the file, and makes it if it isn't there.
    public init(path: String) throws(Failure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw Failure(path: path, reason: String(cString: strerror(errno))) }
    }

    deinit { close(descriptor) }

    /// Why the last write failed, if it did; none follows it.
    private(set) var failure: Failure?

    func write(_ token: ReplayToken) {
        if failure != nil { return }
        var text = "\(token)"
        let count = text.utf8.count
        // Spaces cover the rest of a longer token.
        if count < length { text += String(repeating: " ", count: length - count) }
        length = max(length, count)
        let isWritten = text.withUTF8 { bytes in
            while true {
                let written = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
                if written == bytes.count { return true }
                if written >= 0 || errno != EINTR { return false }
            }
        }
        if !isWritten { failure = Failure(path: path, reason: String(cString: strerror(errno))) }
    }
}
