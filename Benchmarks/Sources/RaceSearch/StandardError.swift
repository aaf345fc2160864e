import LinuxPlatform

/// Prints progress and errors.
enum StandardError {
    static func write(_ text: String) { put(text) }
}

/// A free function, because the method has the name of the C library's function.
private func put(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }
