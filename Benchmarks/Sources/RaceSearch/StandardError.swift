import LinuxPlatform

/// Where progress and errors are told.
enum StandardError {
    static func write(_ text: String) { put(text) }
}

/// Outside of the type, whose method has the name of the C library's function.
private func put(_ text: String) { _ = write(STDERR_FILENO, text, text.utf8.count) }
