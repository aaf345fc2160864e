/// The program that runs.
public enum OwnExecutable {
    /// The system doesn't say where the program lies: a failure of the harness, and nobody's misuse.
    public struct NotFound: Error, CustomStringConvertible {
        let reason: String
        public var description: String { "can't find the program itself through /proc/self/exe: \(reason)" }
    }

    /// Where it lies, links resolved, so that it is found again whatever happens to the working folder.
    public static func path() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw NotFound(reason: String(cString: strerror(errno)))
        }
        defer { free(path) }
        return String(cString: path)
    }

    /// Where a program or library of this name lies, in the folder of this one: what a build makes lies in one folder.
    public static func path(beside name: String) throws -> String {
        let own = try path()
        return own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/" + name
    }
}
