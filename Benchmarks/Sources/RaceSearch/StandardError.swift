import SystemPackage

/// Where progress and errors are told.
enum StandardError {
    static func write(_ text: String) { _ = try? FileDescriptor.standardError.writeAll(text.utf8) }
}
