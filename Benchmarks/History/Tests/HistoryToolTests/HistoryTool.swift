import ChildProcesses
import HistoryTestSupport
import LinuxPlatform
import TextFormats

/// The built program, with a folder, a repository and a database of its own.
struct HistoryTool {
    let folder: TemporaryFolder
    private(set) var commits: [String] = []

    init() throws { folder = try TemporaryFolder() }

    /// Runs the program to its end.
    func run(_ arguments: String...) async throws -> (status: ChildEnd, output: String, errors: String) {
        let database = ["--database", folder("history.sqlite")]
        let command =
            arguments.first.map { ["show", "page", "calibrate"].contains($0) } ?? false ? [arguments[0]] : []
        let result = try await ChildProgram(
            OwnExecutable.path(beside: "oplab-history"),
            command + database + arguments.dropFirst(command.count)
        ).output()
        return (result.end, result.value, result.standardError)
    }

    /// Makes a repository with so many commits, each the child of the one before, all of one second.
    mutating func makeCommits(_ count: Int) async throws {
        try Folder.make(folder("repository"))
        try await git("init", "--quiet")
        for number in 0..<count {
            try await git("commit", "--quiet", "--allow-empty", "--message", "Change \(number)")
            commits.append(try await git("rev-parse", "HEAD"))
        }
    }

    /// Forgets all commits but the last.
    func makeShallow() throws {
        try AtomicFile.create(folder("repository/.git/shallow"), "\(commits.last ?? "")\n")
    }

    @discardableResult
    private func git(_ arguments: String...) async throws -> String {
        let identity = [
            "-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false",
        ]
        let date = "2026-11-01T10:00:00Z"
        let result = try await ChildProgram(
            "/usr/bin/env",
            ["GIT_AUTHOR_DATE=\(date)", "GIT_COMMITTER_DATE=\(date)", "git", "-C", folder("repository")]
                + identity + arguments
        ).output()
        guard result.end == .exited(0) else {
            throw FileError(action: "run git in", path: folder.path, reason: result.standardError)
        }
        return result.value.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Writes a run of each commit, whose times are 1.5 times as long from commit `place` on.
    func writeRuns(slowFrom place: Int, host: String = "ci-1") throws -> [String] {
        try commits.indices.map { number in
            var fixture = RunFixture()
            fixture.commit = commits[number]
            fixture.host = host
            // A fixed scatter of some percent, in which no two runs are the same.
            fixture.slowdown =
                (number < place ? 1 : 1.5) * (1 + 0.01 * Double(number * 7 % 5) + 1e-5 * Double(number))
            fixture.seed = UInt64(host.utf8.reduce(0) { $0 + Int($1) })
            return try fixture.write(to: folder("\(host)-\(number)"))
        }
    }

    /// Adds runs, in this order.
    func add(_ runs: [String]) async throws -> (status: ChildEnd, output: String, errors: String) {
        let result = try await ChildProgram(
            OwnExecutable.path(beside: "oplab-history"),
            ["add", "--database", folder("history.sqlite"), "--repository", folder("repository")] + runs
        ).output()
        return (result.end, result.value, result.standardError)
    }
}
