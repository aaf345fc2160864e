private import Subprocess

/// Where the program comes from, asked of the tools that know.
enum BenchProvenance {
    /// What the `swift` on the search path says of itself; nil if there is none.
    static func toolchain() async -> String? { await firstLine("swift", ["--version"]) }

    /// The commit of the working tree that the program lies in, "-dirty" behind it if that has changes; nil if
    /// it lies in none, or there is no git.
    static func commit(of program: String) async -> String? {
        await git(program, ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"])
    }

    /// The root of the working tree that the program lies in; nil if it lies in none, or there is no git.
    static func workingTree(of program: String) async -> String? {
        await git(program, ["rev-parse", "--show-toplevel"])
    }

    private static func git(_ program: String, _ arguments: [String]) async -> String? {
        let folder = "/" + program.split(separator: "/").dropLast().joined(separator: "/")
        return await firstLine("git", ["-C", folder] + arguments)
    }

    private static func firstLine(_ tool: String, _ arguments: [String]) async -> String? {
        do {
            let result = try await Subprocess.run(
                .name(tool), arguments: Arguments(arguments), output: .string(limit: 65_536),
                error: .discarded)
            guard result.terminationStatus.isSuccess else { return nil }
            return result.standardOutput.split(separator: "\n").first.map(String.init)
        } catch {
            // The tool isn't there. What it would have said is then missing in the manifest, and not guessed.
            return nil
        }
    }
}
