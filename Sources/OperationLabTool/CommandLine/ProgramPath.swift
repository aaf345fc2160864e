private import FoundationEssentials

/// The path of a program that a command line names.
enum ProgramPath {
    /// The path, as a child can be started by.
    ///
    /// - Parameter option: The option that names it, for the error.
    /// - Throws: ``UsageError`` if it can't be started.
    static func checked(_ path: String, _ option: String) throws -> String {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw UsageError("\(option): there is no program \(path) that could be started")
        }
        // A name without a slash would be searched in the PATH.
        return path.contains("/") ? path : "./" + path
    }
}
