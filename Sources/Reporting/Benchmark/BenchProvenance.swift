private import ChildProcesses

/// Where the program comes from, asked of the tools that know.
public enum BenchProvenance {
    /// What the `swift` on the search path says of itself; nil if there is none.
    public static func toolchain() async -> String? { await firstLine("swift", ["--version"]) }

    /// The commit of the working tree that the program lies in, "-dirty" behind it if that has changes; nil if
    /// it lies in none, or there is no git.
    public static func commit(of program: String) async -> String? {
        await git(program, ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])
    }

    /// The root of the working tree that the program lies in; nil if it lies in none, or there is no git.
    public static func workingTree(of program: String) async -> String? {
        await git(program, ["rev-parse", "--show-toplevel"])
    }

    private static func git(_ program: String, _ arguments: [String]) async -> String? {
        let folder = "/" + program.split(separator: "/").dropLast().joined(separator: "/")
        return await firstLine("git", ["-C", folder] + arguments)
    }

    private static func firstLine(_ tool: String, _ arguments: [String]) async -> String? {
        do {
            // Found on the search path, or not: that is status 127.
            let result = try await ChildProgram("/usr/bin/env", [tool] + arguments).output()
            guard result.end == .exited(0) else { return nil }
            return result.value.split(separator: "\n").first.map(String.init)
        } catch {
            // Nothing can be started. What the tool would have said is then missing in the manifest, and not guessed.
            return nil
        }
    }
}
