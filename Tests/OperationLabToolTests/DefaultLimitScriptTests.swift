import ChildProcesses
import TestSupport
import Testing

/// `scripts/default-limit`, with programs whose times are known and whose builds take no time.
@Suite struct DefaultLimitScriptTests {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        for name in ["repository/scripts", "repository/built", "bin", "temporary"] {
            try folder.makeFolder(name)
        }
        try await folder.copyScripts(["default-limit", "interruptible.sh"])
        _ = try await folder.program("repository/scripts/setup", "exit 0")
        _ = try await folder.program(
            "bin/swift",
            """
            echo "$@" >> "\(folder.file("builds"))"
            case "$*" in
                *--show-bin-path*) echo built ;;
                *) [ -f "built/${@: -1}" ] || { echo "error: there is no ${@: -1}"; exit 1; } ;;
            esac
            """)
    }

    /// Programs that print these seconds for each name; `ours` is lines of the shell, in which `$1` is the name.
    private func make(foundation: String = "echo 0.5", ours: String) async throws {
        _ = try await folder.program("repository/built/FoundationDefaultLimit", foundation)
        _ = try await folder.program(
            "repository/built/DropInDefaultLimit", "[ $# -eq 1 ] || { echo one; echo two; exit; }\n" + ours)
    }

    private var environment: ChildEnvironment {
        .inherited.prepending(folder.file("bin"), to: "PATH").setting("TMPDIR", to: folder.file("temporary"))
    }

    private func compare(_ arguments: String...) async throws -> Oplab.Outcome {
        try await Oplab.run(
            folder.file("repository/scripts/default-limit"), arguments, environment: environment)
    }

    /// The words of each line below the two of the heading.
    private func rows(_ outcome: Oplab.Outcome) -> [[String]] {
        outcome.output.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ").map(String.init) }
    }

    @Test func tableHasTheMedianOfEachProgram() async throws {
        let count = folder.file("count")
        try await make(
            ours: """
                echo >> \(count).$1
                case $(wc -l < \(count).$1) in 1) echo 9 ;; 2) echo 0.25 ;; *) echo 1 ;; esac
                """)
        let outcome = try await compare()
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(rows(outcome) == [["one", "0.50", "1.00", "2.00"], ["two", "0.50", "1.00", "2.00"]])
        #expect(try folder.read("count.two") == "\n\n\n")
    }

    @Test(arguments: [true, false]) func programThatNeverEndsFailsIfItIsOurs(isOurs: Bool) async throws {
        let never = "[ $1 = one ] && echo 1 || echo never"
        try await make(foundation: isOurs ? "echo 1" : never, ours: isOurs ? never : "echo 1")
        let outcome = try await compare("--rounds", "2")
        #expect(outcome.status == .exited(isOurs ? 1 : 0), "\(outcome.error)")
        #expect(
            rows(outcome) == [
                ["one", "1.00", "1.00", "1.00"], ["two"] + (isOurs ? ["1.00", "never"] : ["never", "1.00"]),
            ])
    }

    @Test func reportOfTheSanitizerFailsAndIsPrinted() async throws {
        try await make(ours: #"echo 1; [ $1 = one ] || { echo "a race" >&2; exit 66; }"#)
        let outcome = try await compare("--sanitize", "thread", "--rounds", "1")
        #expect(outcome.status == .exited(1))
        #expect(outcome.output.hasPrefix("Seconds under ThreadSanitizer, "))
        #expect(
            outcome.error
                == "a race\nscripts/default-limit: ThreadSanitizer reported something in two of DropIn\n")
        let builds = try folder.read("builds").split(separator: "\n")
        #expect(builds.count == 3 && builds.allSatisfy { $0.contains("--sanitize=thread") })
    }

    @Test func crashAndMissingProgramAreNoResult() async throws {
        let missing = try await compare()
        #expect(missing.status == .exited(2) && missing.output.isEmpty)
        #expect(missing.error.contains("error: there is no FoundationDefaultLimit\n"), "\(missing.error)")
        try await make(ours: "exit 4")
        let crashed = try await compare()
        #expect(crashed.status == .exited(2) && crashed.output.isEmpty)
        #expect(crashed.error == "scripts/default-limit: one of DropIn ended with status 4\n")
    }

    @Test func interruptedScriptEndsItsProgramAndLeavesNothingBehind() async throws {
        // The program interrupts the script that has started it.
        try await make(
            ours: """
                trap 'echo gone > \(folder.file("interrupted")); exit 130' INT
                kill -INT $PPID
                while true; do sleep 0.05; done
                """)
        let outcome = try await compare()
        #expect(outcome.status == .exited(130), "\(outcome.error)")
        #expect(try folder.read("interrupted") == "gone\n")
        #expect(try TemporaryFolder.names(in: folder.file("temporary")) == [])
    }

    @Test(arguments: [
        (["--rounds", "0"], "--rounds needs a positive number"),
        (["--sanitize", "x"], "--sanitize is thread"),
        (["one"], "unknown option 'one'"),
    ])
    func unknownOptionIsBadUsage(arguments: [String], message: String) async throws {
        let outcome = try await Oplab.run(
            folder.file("repository/scripts/default-limit"), arguments, environment: environment)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error == "scripts/default-limit: \(message) (see --help)\n")
    }
}
