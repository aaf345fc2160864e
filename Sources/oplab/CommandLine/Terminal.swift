private import CPlatform

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The two streams that a command writes to.
enum Terminal {
    /// Whether somebody watches standard error.
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// How many columns a line of standard output has: 80 where it goes elsewhere than to a terminal.
    static var width: Int { columns(STDOUT_FILENO) }

    /// How many columns a line of standard error has.
    static var errorWidth: Int { columns(STDERR_FILENO) }

    private static func columns(_ descriptor: Int32) -> Int {
        let columns = Int(oplab_terminal_columns(descriptor))
        return columns > 0 ? columns : 80
    }

    /// Writes to standard output. If nobody reads any more, the text is dropped. If it can't be written for
    /// another reason, that is said on standard error, and the process ends with status 2: whoever asked has
    /// not been answered.
    static func output(_ text: String) {
        let problem = write(text, to: STDOUT_FILENO)
        guard problem != 0, problem != EPIPE else { return }
        error("Error: can't write to standard output: \(String(cString: strerror(problem)))\n")
        Launch.end(.harnessFailed)
    }

    /// Writes to standard error. If it can't be written there is nowhere left to say so, and no result is lost.
    static func error(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Returns 0, or the number of the error.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        let bytes = Array(text.utf8)
        return oplab_write_all(descriptor, bytes, Int64(bytes.count)) ? 0 : errno
    }
}
