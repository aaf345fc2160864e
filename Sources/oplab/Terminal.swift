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

    /// Writes to standard output. If nobody reads any more, the text is dropped.
    static func output(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes to standard error.
    static func error(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written > 0 { bytes.removeFirst(written) }
            if written < 0 && errno != EINTR { return }
        }
    }
}

/// `write(2)`, by a name that the methods here don't hide.
private let systemWrite = write as @Sendable (Int32, UnsafeRawPointer?, Int) -> Int
