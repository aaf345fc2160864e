private import CPlatform
private import LinuxPlatform

/// The two streams that a command writes to.
enum Terminal {
    /// Whether standard error is a terminal.
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// The width of standard output in columns: that of the terminal, otherwise the value of COLUMNS, or 80.
    static var width: Int { columns(STDOUT_FILENO) }

    /// The width of standard error in columns.
    static var errorWidth: Int { columns(STDERR_FILENO) }

    private static func columns(_ descriptor: Int32) -> Int {
        let known = [
            Int(oplab_terminal_columns(descriptor)), getenv("COLUMNS").flatMap { Int(String(cString: $0)) },
        ]
        // COLUMNS may contain anything, so its value is limited.
        return known.lazy.compactMap(\.self).first { $0 > 0 }.map { min(max($0, 20), 1_000) } ?? 80
    }

    /// Writes to standard output. If the pipe is closed, as with `| head`, the text is dropped, and the command
    /// continues to its own status. Any other failure is reported on standard error, and ends the process with
    /// status 2, because the result is lost.
    static func output(_ text: String) {
        let problem = write(text, to: STDOUT_FILENO)
        guard problem != 0, problem != EPIPE else { return }
        let reason = problem == EBADF ? "it is closed" : String(cString: strerror(problem))
        error("Error: can't write to standard output: \(reason)\n")
        Launch.end(.harnessFailed)
    }

    /// Writes to standard error. A failure is ignored: no result is lost, and it can't be reported.
    static func error(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Returns 0, or the error number.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        let bytes = Array(text.utf8)
        return oplab_write_all(descriptor, bytes, Int64(bytes.count)) ? 0 : errno
    }
}
