private import LinuxPlatform

/// The two streams that a command writes to.
enum Terminal {
    /// The width of sentences, in columns: the value of COLUMNS, or 80.
    static var width: Int {
        let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 80
        return min(max(columns, 20), 1_000)
    }

    /// Writes to standard output. What a closed pipe doesn't take is dropped, as with `| head`. Any other failure ends the
    /// process with status 2, because the result is lost.
    static func output(_ text: String) {
        let problem = write(text, STDOUT_FILENO)
        if problem == 0 || problem == EPIPE { return }
        error("Error: can't write to standard output: \(String(cString: strerror(problem)))\n")
        exit(ExitStatus.harnessFailed.rawValue)
    }

    /// Writes to standard error. A failure can't be reported.
    static func error(_ text: String) { _ = write(text, STDERR_FILENO) }

    /// Returns 0, or the number of the error.
    private static func write(_ text: String, _ descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = LinuxPlatform.write(
                    descriptor, bytes.baseAddress! + written, bytes.count - written)
                if count < 0, errno != EINTR { return errno }
                written += max(count, 0)
            }
            return 0
        }
    }
}
