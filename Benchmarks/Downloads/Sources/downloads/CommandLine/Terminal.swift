internal import CDownloadPlatform
internal import LinuxPlatform

/// The two streams that the program writes to.
enum Terminal {
    /// Whether somebody watches standard output.
    static let isWatched = isatty(STDOUT_FILENO) == 1

    /// How many columns a line of standard output has. A terminal can be made narrower at any time, so it is asked each time.
    static var width: Int {
        let columns = Int(downloads_terminal_columns(STDOUT_FILENO))
        let said = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
        return [columns, said ?? 0, 80].first { $0 > 0 }!
    }

    /// Writes to standard output; what nobody reads any more is dropped.
    static func output(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes to standard error.
    static func error(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { LinuxPlatform.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}
