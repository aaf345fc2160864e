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

    /// The path of a program that is called as a shell calls one: a name without a slash is searched in the PATH.
    ///
    /// - Throws: ``UsageError`` if there is none.
    static func called(_ name: String) throws -> String {
        if name.contains("/") { return try checked(name, "the program to run") }
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        guard let path = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile)
        else {
            let here =
                FileManager.default.isExecutableFile(atPath: name) ? "; write ./\(name) for the one here" : ""
            throw UsageError("there is no program \(name) in the folders of PATH\(here)")
        }
        return path
    }
}
