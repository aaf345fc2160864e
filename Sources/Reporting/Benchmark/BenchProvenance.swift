private import ChildProcesses

/// The origin of the program, as `swift` and `git` report it.
public enum BenchProvenance {
    /// The version of the `swift` on the search path; nil if there is none.
    public static func toolchain() async -> String? { await firstLine("swift", ["--version"]) }

    /// The commit of the working tree that contains the program, followed by "-dirty" if there are changes; nil if
    /// there is no such tree, or no git.
    public static func commit(of program: String) async -> String? {
        await git(program, ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])
    }

    /// The root of the working tree that contains the program; nil if there is none, or no git.
    public static func workingTree(of program: String) async -> String? {
        await git(program, ["rev-parse", "--show-toplevel"])
    }

    private static func git(_ program: String, _ arguments: [String]) async -> String? {
        let folder = "/" + program.split(separator: "/").dropLast().joined(separator: "/")
        return await firstLine("git", ["-C", folder] + arguments)
    }

    private static func firstLine(_ tool: String, _ arguments: [String]) async -> String? {
        do {
            // `env` exits with status 127 if it doesn't find the tool on the search path.
            let result = try await ChildProgram("/usr/bin/env", [tool] + arguments).output()
            guard result.end == .exited(0) else { return nil }
            return result.value.split(separator: "\n").first.map(String.init)
        } catch {
            // No process can be started. The manifest then lacks the tool's answer.
            return nil
        }
    }
}
