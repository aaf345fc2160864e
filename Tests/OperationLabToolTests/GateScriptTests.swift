import ChildProcesses
import Foundation
import TestSupport
import Testing

/// `scripts/gate`, in a repository whose builds take no time: what it builds, what it runs, and what it leaves behind.
@Suite struct GateScriptTests {
    private let repository: ScriptedRepository

    init() async throws { repository = try await ScriptedRepository() }

    /// A tool that says what it was given, and what the variants say.
    private static let tool = #"echo "$@"; "$3"; "$5"; echo "$OPERATIONLAB_GATE_COMMAND""#

    @Test func scriptBuildsBothCommitsAndTheHeadComparesThem() async throws {
        try await repository.commit("v1", tool: nil, worker: "echo the first")
        try await repository.commit("v2", tool: Self.tool, worker: "echo the second")
        try await repository.commit("v3", tool: nil, worker: "echo the third")
        let outcome = try await repository.gate(["v1", "v2", "--", "--tier", "counts"])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        let said = outcome.output.split(separator: "\n").map(String.init)
        try #require(said.count == 4, "\(outcome.output)")
        let words = said[0].split(separator: " ").map(String.init)
        #expect(words.first == "gate" && words.suffix(2) == ["--tier", "counts"], "\(words)")
        #expect(Array(said[1...]) == ["the first", "the second", "scripts/gate v1 v2 -- --tier counts"])
        #expect(try await repository.isAsItWas)
    }

    @Test func headIsTheWorkTreeOrAFolderOfPrograms() async throws {
        try await repository.commit("v1", tool: nil, worker: "echo the first")
        try await repository.commit("v2", tool: Self.tool, worker: "echo the second")
        let checkedOut = try await repository.gate(["v1"])
        #expect(checkedOut.output.contains("\nthe first\nthe second\n"), "\(checkedOut.error)")
        try repository.folder.makeFolder("built")
        _ = try await repository.folder.program("built/oplab", Self.tool)
        _ = try await repository.folder.program("built/oplab-worker", "echo what is built")
        let built = try await repository.gate(["v1", repository.folder.file("built")])
        #expect(built.output.contains("\nthe first\nwhat is built\n"), "\(built.error)")
        #expect(!built.error.contains("of the head"), "\(built.error)")
        #expect(try await repository.isAsItWas)
    }

    /// The variants are the same kind of program.
    @Test(arguments: [true, false]) func toolIsComparedWhereACommitHasNoWorker(isBase: Bool) async throws {
        let tool = #"[ $# -eq 0 ] && echo "$0" || { "$3"; "$5"; }"#
        try await repository.commit("v1", tool: tool, worker: isBase ? nil : "echo a worker")
        try await repository.commit("v2", tool: tool, worker: isBase ? "echo a worker" : nil)
        let outcome = try await repository.gate(["v1"])
        let names = outcome.output.split(separator: "\n").map { $0.split(separator: "/").suffix(3).first }
        #expect(names == ["base.build", "head.build"], "\(outcome.output)\(outcome.error)")
        #expect(try await repository.isAsItWas)
    }

    @Test func headIsComparedWithAReleaseToo() async throws {
        try await repository.commit("v1", tool: nil, worker: "echo the release")
        try await repository.commit("v2", tool: nil, worker: "echo the parent")
        try await repository.commit("v3", tool: Self.tool, worker: "echo the head")
        let outcome = try await repository.gate([
            "--release", "v1", "v2", "--", "--output", "out", "--tier=cpu",
        ])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        let said = outcome.output.split(separator: "\n").map(String.init)
        try #require(said.count == 8, "\(outcome.output)")
        #expect(
            said[0].hasSuffix(" --output out --tier=cpu")
                && said[4].hasSuffix(" --output out/release --tier=cpu"))
        #expect([said[1], said[2]] == ["the parent", "the head"])
        #expect([said[5], said[6]] == ["the release", "the head"])
        #expect(said[7] == "scripts/gate --release v1 v2 -- --tier=cpu")
        #expect(try await repository.isAsItWas)
    }

    /// Each variant says what its gate ends with.
    @Test(arguments: [
        (0, 0, 0), (0, 1, 1), (3, 1, 1), (1, 2, 1), (2, 3, 2), (3, 0, 3), (0, 130, 130), (64, 1, 64),
        (1, 64, 1), (0, 64, 64),
    ])
    func ofTwoGatesTheWorseCounts(parent: Int, release: Int, worse: Int32) async throws {
        try await repository.commit("v1", tool: nil, worker: "exit \(release) # the release")
        try await repository.commit("v2", tool: nil, worker: "exit \(parent)")
        try await repository.commit("v3", tool: #""$3""#, worker: "exit 0")
        let outcome = try await repository.gate(["--release", "v1", "v2"])
        #expect(outcome.status == .exited(worse), "\(outcome.error)")
        #expect(try await repository.isAsItWas)
    }

    @Test func releaseIsAnotherCommit() async throws {
        try await repository.commit("v1", tool: Self.tool, worker: "exit 0")
        let same = try await repository.gate(["--release", "v1", "HEAD"])
        #expect(same.status == .exited(64))
        #expect(same.error == "scripts/gate: v1 and HEAD are the same commit (see --help)\n")
        try await repository.commit("v2", tool: Self.tool, worker: "exit 1")
        let head = try await repository.gate(["--release=v2", "v1"])
        #expect(head.error == "scripts/gate: v2 and HEAD are the same commit (see --help)\n")
        let none = try await repository.gate(["--release"])
        #expect(none.error == "scripts/gate: --release needs a commit (see --help)\n")
    }

    @Test(arguments: [1, 2, 3]) func scriptHasTheExitStatusOfTheGate(status: Int32) async throws {
        try await repository.commit("v1", tool: "exit \(status)", worker: "exit 0")
        #expect(try await repository.gate(["v1"]).status == .exited(status))
        #expect(try await repository.isAsItWas)
    }

    @Test func unbuildableCommitIsNoVerdict() async throws {
        try await repository.commit("v1", tool: nil, worker: nil)
        try await repository.commit("v2", tool: Self.tool, worker: "echo never")
        let outcome = try await repository.gate(["v1"])
        #expect(outcome.status == .exited(2))
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("error: there is no oplab"))
        #expect(
            outcome.error.hasSuffix("scripts/gate: oplab of the base can't be built (status 1)\n"),
            "\(outcome.error)")
        #expect(try await repository.isAsItWas)
    }

    @Test func unknownOptionIsBadUsage() async throws {
        try await repository.commit("v1", tool: "echo never", worker: nil)
        for (arguments, message) in [
            ([], "it takes a commit to compare with"), (["v9"], "there is no commit 'v9'"),
            (["v1", "v9"], "there is no commit 'v9'"), (["v1", "v1", "v1"], "it takes two commits at most"),
            (["v1", "--tier", "counts"], "unknown option '--tier'; those of 'oplab gate' stand behind --"),
        ] {
            let outcome = try await repository.gate(arguments)
            #expect(outcome.status == .exited(64), "\(arguments)")
            #expect(outcome.error == "scripts/gate: \(message) (see --help)\n")
        }
        #expect(try await repository.isAsItWas)
    }

    @Test func interruptedScriptLeavesNothingBehind() async throws {
        try await repository.commit("v1", tool: waiting(after: "echo it waits >&2"), worker: "exit 0")
        let outcome = try await repository.gate(["v1"], interruptedOnceSaid: "it waits")
        #expect(outcome.status == .exited(130), "\(outcome.status) \(outcome.error)")
        #expect(try repository.folder.read("interrupted") == "gone\n")
        #expect(try await repository.isAsItWas)
    }

    @Test func scriptInterruptedInABuildLeavesNothingBehind() async throws {
        // The build interrupts the script that has started it.
        try await repository.commit(
            "v1", tool: nil, worker: "exit 0", build: waiting(after: "kill -INT $PPID"))
        let outcome = try await repository.gate(["v1"])
        #expect(outcome.status == .exited(130), "\(outcome.status) \(outcome.error)")
        #expect(try repository.folder.read("interrupted") == "gone\n")
        #expect(try await repository.isAsItWas)
    }

    /// Goes on after `step` until it is interrupted, and says so then.
    private func waiting(after step: String) -> String {
        """
        trap 'echo gone > \(repository.folder.file("interrupted")); exit 130' INT
        \(step)
        while true; do sleep 0.05; done
        """
    }
}

/// A repository with `scripts/gate`, whose commits hold programs of a few lines of the shell, and a `swift` that builds
/// by copying them.
private struct ScriptedRepository {
    let folder: TemporaryFolder
    private let root: String
    private let environment: ChildEnvironment

    init() async throws {
        folder = try TemporaryFolder()
        root = folder.file("repository")
        for name in ["repository/scripts", "bin", "temporary"] { try folder.makeFolder(name) }
        try await folder.copyScripts(["gate", "interruptible.sh"])
        _ = try await folder.program("repository/scripts/setup", "exit 0")
        _ = try await folder.program(
            "bin/swift",
            """
            while [ $# -gt 0 ]; do
                case $1 in
                    --package-path) package=$2 ;;
                    --scratch-path) scratch=$2 ;;
                    --product) product=$2 ;;
                    --show-bin-path) echo "$scratch/bin"; exit ;;
                esac
                shift
            done
            if [ -f "$package/build" ]; then . "$package/build"; fi
            program=$package/Sources/$product/program
            [ -f "$program" ] || { echo "error: there is no $product"; exit 1; }
            mkdir -p "$scratch/bin"
            cp "$program" "$scratch/bin/$product"
            """)
        let values: [String: String?] = [
            // Where a hook of git's runs the tests, these say which repository is meant.
            "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_COMMON_DIR": nil,
            "GIT_OBJECT_DIRECTORY": nil, "GIT_PREFIX": nil, "TMPDIR": folder.file("temporary"),
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@b", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
        ]
        environment = values.reduce(.inherited.prepending(folder.file("bin"), to: "PATH")) {
            $0.setting($1.key, to: $1.value)
        }
        try await git("init", "--quiet")
    }

    /// Commits the programs, and what building does besides, and tags it.
    func commit(_ tag: String, tool: String?, worker: String?, build: String? = nil) async throws {
        for (product, lines) in [("oplab", tool), ("oplab-worker", worker)] {
            try? FileManager.default.removeItem(atPath: "\(root)/Sources/\(product)")
            guard let lines else { continue }
            try folder.makeFolder("repository/Sources/\(product)")
            _ = try await folder.program("repository/Sources/\(product)/program", lines)
        }
        _ = try await folder.program("repository/build", build ?? ":")
        try await git("add", "--all")
        try await git("commit", "--quiet", "--message", tag)
        try await git("tag", tag)
    }

    func gate(_ arguments: [String]) async throws -> Oplab.Outcome {
        try await Oplab.run(root + "/scripts/gate", arguments, environment: environment)
    }

    func gate(_ arguments: [String], interruptedOnceSaid word: String) async throws -> Oplab.Outcome {
        try await Oplab.interrupted(
            arguments, program: root + "/scripts/gate", environment: environment, onceSaid: word)
    }

    /// Whether there is nothing but what was committed.
    var isAsItWas: Bool {
        get async throws {
            let temporary = try FileManager.default.contentsOfDirectory(atPath: folder.file("temporary"))
            let worktrees = try await git("worktree", "list").split(separator: "\n")
            let changes = try await git("status", "--short")
            return temporary.isEmpty && worktrees.count == 1 && changes.isEmpty
        }
    }

    @discardableResult private func git(_ arguments: String...) async throws -> String {
        let outcome = try await Oplab.run(
            "/usr/bin/env", ["git", "-C", root] + arguments, environment: environment)
        try #require(outcome.status == .exited(0), "git \(arguments): \(outcome.error)")
        return outcome.output
    }
}
