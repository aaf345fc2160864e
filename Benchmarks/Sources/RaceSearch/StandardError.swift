import LinuxPlatform

/// Where progress and errors are told.
enum StandardError {
    static func write(_ text: String) { fputs(text, stderr) }
}
