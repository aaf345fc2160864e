private import ChildProcesses
private import TextFormats

/// The order of commits, as a git repository has it.
struct CommitHistory {
    /// A folder of the repository.
    let repository: String

    /// The number of commits that a commit contains, itself included. Unlike a date, it is greater than that of every
    /// ancestor.
    ///
    /// - Throws: `FileError` if git doesn't know the commit, or only the end of the history; the reason why git can't be started.
    func depth(of commit: String, run: String) async throws -> Int {
        func unordered(_ reason: String) -> FileError {
            FileError(action: "order the commits by", path: repository, reason: reason)
        }
        let shallow = try await git("rev-parse", "--is-shallow-repository") {
            unordered("it is in no git repository that can be read: \($0)")
        }
        guard shallow == "false" else {
            throw unordered("the repository is shallow: 'git fetch --unshallow' completes it")
        }
        func unknown(_ message: String) -> FileError {
            FileError(
                action: "add", path: run,
                reason:
                    "git doesn't know its commit \(commit) in \(repository): fetch it, or name the repository with --repository"
                    + " (\(message))")
        }
        let count = try await git("rev-list", "--count", commit, "--", orElse: unknown)
        guard let depth = Int(count) else { throw unknown("it says '\(count)'") }
        return depth
    }

    /// The first line of the output; if git fails, throws what `error` makes of its own message.
    private func git(_ arguments: String..., orElse error: (String) -> FileError) async throws -> String {
        let result = try await ChildProgram("/usr/bin/env", ["git", "-C", repository] + arguments).output()
        guard result.end == .exited(0) else {
            throw error(result.standardError.split(separator: "\n").first.map(String.init) ?? "\(result.end)")
        }
        return result.value.split(separator: "\n").first.map(String.init) ?? ""
    }
}
