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
        let shallow = try await git("rev-parse", "--is-shallow-repository")
        guard shallow?.isEmpty == false else {
            throw FileError(
                action: "order the commits by", path: repository, reason: "it is in no git repository")
        }
        guard shallow == "false" else {
            throw FileError(
                action: "order the commits by", path: repository,
                reason: "the repository is shallow: 'git fetch --unshallow' completes it")
        }
        guard let depth = try await git("rev-list", "--count", commit, "--").flatMap({ Int($0) }) else {
            throw FileError(
                action: "add", path: run,
                reason:
                    "git doesn't know its commit \(commit) in \(repository): fetch it, or name the repository with --repository"
            )
        }
        return depth
    }

    /// The only line of the output; nil if git fails.
    private func git(_ arguments: String...) async throws -> String? {
        let result = try await ChildProgram("/usr/bin/env", ["git", "-C", repository] + arguments).output()
        guard result.end == .exited(0) else { return nil }
        return result.value.split(separator: "\n").first.map(String.init)
    }
}
