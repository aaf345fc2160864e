import ChildProcesses
import Foundation
import TestSupport
import Testing

/// `scripts/bisect`, in a repository whose builds take no time.
@Suite struct BisectScriptTests {
    private let folder: TemporaryFolder
    private let environment: ChildEnvironment

    init() throws {
        folder = try TemporaryFolder()
        let values: [String: String?] = [
            // Where a hook of git's runs the tests, these say which repository is meant.
            "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_COMMON_DIR": nil,
            "GIT_OBJECT_DIRECTORY": nil, "GIT_PREFIX": nil,
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@b", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
        ]
        environment = values.reduce(.inherited) { $0.setting($1.key, to: $1.value) }
    }

    private func shell(_ lines: String) async throws {
        let outcome = try await Oplab.run("/bin/bash", ["-ec", lines], environment: environment)
        try #require(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
    }

    /// Makes a repository of commits c0, c1 and so on, whose file *change* has these contents.
    private func repository(_ changes: [String]) async throws {
        try folder.makeFolder("repository")
        try await shell(
            """
            cd '\(folder.file("repository"))'
            git init --quiet
            number=0
            for change in \(changes.joined(separator: " ")); do
                echo $change > change; echo $number > number
                git add --all; git commit --quiet --message c$number; git tag c$number
                number=$((number + 1))
            done
            """)
    }

    /// The worker says what the commit costs; one that says "broken" can't be built.
    private static let build = """
        grep -q broken change && exit 1; printf '#!/bin/bash\\necho %s\\n' "$(cat change)" > worker; chmod +x worker
        """

    /// Compares two numbers, as an oplab would two workers. It can't compare "odd", and waits at "slow" until somebody comes.
    private func comparison() async throws -> String {
        try await folder.program(
            "oplab",
            #"""
            base=$("$3"); head=$("$5"); echo "$base to $head ${*:6}"
            [ "$head" != odd ] || exit 3
            if [ "$head" = slow ]; then
                [ ! -e "$0.come" ] && touch "$0.come" && sleep 1000
                exit 0
            fi
            [ "$head" -le "$base" ]
            """#)
    }

    private func arguments(_ oplab: String, _ more: [String], build: String = build) -> [String] {
        ["--repository", folder.file("repository"), "--oplab", oplab, "--build", build, "--worker", "worker"]
            + more
    }

    private func bisect(_ oplab: String, _ more: [String], build: String = build) async throws
        -> Oplab.Outcome
    {
        try await Oplab.run(
            Repository.path("scripts/bisect"), arguments(oplab, more, build: build), environment: environment)
    }

    private var worktrees: Int {
        get async throws {
            let list = try await Oplab.run(
                "/usr/bin/env", ["git", "-C", folder.file("repository"), "worktree", "list"],
                environment: environment)
            return list.output.split(separator: "\n").count
        }
    }

    /// One for the bad commit, and six to halve the 64. Where the middle can't be built, its neighbour leaves 33.
    @Test(arguments: [false, true]) func firstBadCommitIsFoundInSevenGates(isMiddleBroken: Bool) async throws
    {
        var changes = (0...64).map { $0 < 41 ? "10" : "11" }
        if isMiddleBroken { changes[32] = "broken" }
        try await repository(changes)
        let outcome = try await bisect(try await comparison(), ["c0", "c64", "--", "--tier", "cpu"])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        let gates = outcome.output.firstMatch(of: /after (\d+) gates/)?.output.1
        #expect(try #require(gates.flatMap { Int($0) }) <= (isMiddleBroken ? 8 : 7))
        #expect(outcome.output.contains(" c41\n"), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("\n10 to 11 --quiet --tier cpu\n"), "\(outcome.output)")
        #expect(outcome.error.contains("can't be built: ") == isMiddleBroken)
        #expect(try await worktrees == 1)
        #expect(try TemporaryFolder.names(in: folder.file("repository/.build")).isEmpty)
    }

    /// The last good commit is known, and the first bad one, and what lies between can't be compared.
    @Test func commitsThatCannotBeComparedAreNamed() async throws {
        try await repository(["1", "1", "broken", "odd", "2", "2"])
        let outcome = try await bisect(try await comparison(), ["c0", "c5"])
        #expect(outcome.status == .exited(3), "\(outcome.output)\(outcome.error)")
        let named = outcome.output.split(separator: "\n").dropFirst().map { $0.suffix(2) }
        #expect(Set(named) == ["c2", "c3", "c4"], "\(outcome.output)")
    }

    @Test func betterOrUnbuildableBadCommitIsNoFinding() async throws {
        try await repository(["2", "2", "1", "broken"])
        let oplab = try await comparison()
        let better = try await bisect(oplab, ["c0", "c2"])
        #expect(better.status == .exited(3) && better.error.contains("isn't worse than"), "\(better.error)")
        let broken = try await bisect(oplab, ["--reset", "c0", "c3"])
        #expect(broken.status == .exited(2) && broken.error.contains("can't be built"), "\(broken.error)")
    }

    @Test func interruptedBisectionGoesOn() async throws {
        try await repository(["1", "1", "slow", "2", "2"])
        let oplab = try await comparison()
        let interrupted = try await Oplab.interrupted(
            arguments(oplab, ["c0", "c4"]), program: Repository.path("scripts/bisect"),
            environment: environment, onceSaid: "4 commits are left\nscripts/bisect: building")
        #expect(interrupted.status == .exited(130), "\(interrupted.output)\(interrupted.error)")
        let other = try await bisect(oplab, ["c0", "c3"])
        #expect(other.status == .exited(64) && other.error.contains("--reset forgets it"), "\(other.error)")
        try await shell("touch '\(oplab).come'")
        let rest = try await bisect(oplab, ["c0", "c4"])
        #expect(rest.status == .exited(0), "\(rest.output)\(rest.error)")
        #expect(
            rest.output.contains(" c3\n") && rest.error.contains("goes on with what is in"), "\(rest.output)")
        #expect(!rest.error.contains(" c0\n"), "built again: \(rest.error)")
    }

    /// What is interrupted in a build ends at once, says nothing of the commits, and leaves no verdict.
    @Test func interruptedBuildIsNoVerdict() async throws {
        try await repository(["1", "1", "2"])
        let oplab = try await comparison()
        let build = "[ -e '\(folder.file("goes"))' ] || sleep 1000; \(Self.build)"
        let interrupted = try await Oplab.interrupted(
            arguments(oplab, ["c0", "c2"], build: build), program: Repository.path("scripts/bisect"),
            environment: environment, onceSaid: "building")
        #expect(interrupted.status == .exited(130), "\(interrupted.output)\(interrupted.error)")
        #expect(interrupted.output.isEmpty && !interrupted.error.contains("can't"), "\(interrupted.error)")
        // A worktree that has lost its link isn't taken for the repository around it.
        try await shell(
            "touch '\(folder.file("goes"))'; cd '\(folder.file("repository"))'; mkdir -p .build/bisect/tree; rm -f .build/bisect/tree/.git; echo mine > change"
        )
        let rest = try await bisect(oplab, ["c0", "c2"], build: build)
        #expect(rest.status == .exited(0) && rest.output.contains(" c2\n"), "\(rest.output)\(rest.error)")
        #expect(try folder.read("repository/change") == "mine\n")
    }

    @Test func folderWithSomethingElseIsNotTouched() async throws {
        try await repository(["1", "2"])
        try folder.makeFolder("precious")
        _ = try folder.write("mine", to: "precious/file")
        let oplab = try await comparison()
        for reset in [[], ["--reset"]] {
            let outcome = try await bisect(oplab, reset + ["--state", folder.file("precious"), "c0", "c1"])
            #expect(outcome.status == .exited(64) && outcome.error.contains("has something else in it"))
        }
        #expect(try folder.read("precious/file") == "mine")
    }

    /// A branch that began before the good commit lacks what that one has.
    @Test func branchFromBeforeIsNotBlamed() async throws {
        try await repository(["2", "1", "1"])
        try await shell(
            """
            cd '\(folder.file("repository"))'
            git checkout --quiet -b side c0; echo side > side; git add side; git commit --quiet --message side
            git checkout --quiet -; git merge --quiet --no-edit side; git tag merged
            echo 3 > change; git commit --quiet --all --message bad; git tag bad
            """)
        let outcome = try await bisect(try await comparison(), ["c1", "bad"])
        #expect(
            outcome.status == .exited(0) && outcome.output.contains(" bad\n"),
            "\(outcome.output)\(outcome.error)")
    }

    /// With the gate itself: a broken rule, three commits back.
    @Test func brokenRuleIsFoundByTheGate() async throws {
        let (good, bad) = ("GateFixture", "dropsCompletionBlocks")
        try await repository([good, good, bad, bad, bad])
        let fixture = try folder.gateFixture(good)
        let outcome = try await bisect(
            Oplab.path, ["c0", "c4", "--", "--tier", "conformance", "--rule", "9.5"],
            build:
                "printf '#!/bin/bash\\nexec -a %s \(fixture) \"$@\"\\n' \"$(cat change)\" > worker; chmod +x worker"
        )
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains(" c2\n") && outcome.output.contains("rule 9.5"), "\(outcome.output)")
    }

    @Test(arguments: [
        ([], "it takes a good commit and a bad one"), (["c0", "c9"], "there is no commit 'c9'"),
        (["c1", "c0"], "c1 doesn't come before c0"), (["c0", "c0"], "are the same commit"),
        (["c0", "c1", "--tier"], "unknown option '--tier'; those of 'oplab gate' stand behind --"),
        (["c0", "c1", "--state"], "--state needs a value"),
    ])
    func wrongArgumentIsOneError(more: [String], reason: String) async throws {
        try await repository(["1", "1"])
        let outcome = try await bisect(try await comparison(), more)
        #expect(outcome.status == .exited(64), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains(reason), "\(outcome.error)")
    }
}
