private import CPlatform
private import LinuxPlatform

/// The two streams that a command writes to.
enum Terminal {
    /// Whether somebody watches standard error.
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// How many columns a line of standard output has: what COLUMNS says, or else 80, where it goes elsewhere than to a
    /// terminal.
    static var width: Int { columns(STDOUT_FILENO) }

    /// How many columns a line of standard error has.
    static var errorWidth: Int { columns(STDERR_FILENO) }

    private static func columns(_ descriptor: Int32) -> Int {
        let known = [
            Int(oplab_terminal_columns(descriptor)), getenv("COLUMNS").flatMap { Int(String(cString: $0)) },
        ]
        // What COLUMNS says is anybody's: a line is neither a word wide nor a gigabyte.
        return known.lazy.compactMap(\.self).first { $0 > 0 }.map { min(max($0, 20), 1_000) } ?? 80
    }

    /// Opens in the place of each standard stream that was closed before the process began: the number would go to the next
    /// file that is opened, and what is said to nobody would be written there. What is opened can only be read, so that a
    /// write fails as to a closed one (EBADF). Before anything else.
    static func reserveDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF
        {
            // The lowest number that is free is this one. Where it can't be had, a write fails in another way.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes to standard output. If nobody reads any more, as behind `| head`, the text is dropped, and the command goes
    /// on to its own status. If it can't be written for another reason, that is said on standard error, and the process
    /// ends with status 2: whoever asked has not been answered.
    static func output(_ text: String) {
        let problem = write(text, to: STDOUT_FILENO)
        guard problem != 0, problem != EPIPE else { return }
        let reason = problem == EBADF ? "it is closed" : String(cString: strerror(problem))
        error("Error: can't write to standard output: \(reason)\n")
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
