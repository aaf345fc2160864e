/// The running program.
public enum OwnExecutable {
    /// The system doesn't say where the program is. That is a failure of the harness.
    public struct NotFound: Error, CustomStringConvertible {
        let reason: String
        public var description: String { "can't find the program itself through /proc/self/exe: \(reason)" }
    }

    /// The name that it was called by, without the folder.
    public static let name: String = {
        let path = CommandLine.arguments.first ?? ""
        return String(path.suffix(from: path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex))
    }()

    /// Its path with links resolved, which is valid in any working folder.
    public static func path() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw NotFound(reason: String(cString: strerror(errno)))
        }
        defer { free(path) }
        return String(cString: path)
    }

    /// The path of a program or library of this name in the same folder: a build puts all of them into one.
    public static func path(beside name: String) throws -> String {
        let own = try path()
        return own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/" + name
    }
}
