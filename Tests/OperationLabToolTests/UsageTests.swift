import ChildProcesses
import Foundation
import QueueConformance
import TestSupport
import Testing

@Suite struct UsageTests {
    @Test(arguments: [
        (["conform", "--queue", "foundatoin"], "'foundatoin'; the nearest: foundation"),
        (["conform", "--queue", "lock,"], nil),
        (["conform", "--queue", ","], "--queue names no queue"),
        (["conform", "--rule", "3.77"], "'3.77'; the nearest: 3.7"),
        (["conform", "--rule", "44.*"], "'44.*'; the nearest: 4.*"),
        (["conform", "--format", "yaml"], "yaml"),
        (["conform", "--jobs", "0"], "--jobs is 0, "),
        (["conform", "--no-such-option"], "--no-such-option"),
        (["conform", "--expect", "/nonexistent/file"], "can't open /nonexistent/file: No such file"),
        (["aa"], "oplab gate calibrate"),
        (["confrom"], "'confrom'; the nearest: conform"),
        (["list", "queue"], "'queue'; the nearest: queues"),
        (["bench", "--list"], "'oplab list' lists queues, rules, scenarios"),
        (["bench", "--queue", "loc"], "'loc'; the nearest: lock, actor"),
        (["bench", "--queue", "faulty:losesEvry"], "the nearest: faulty:"),
        (["why", "results/reference", "--scenario", " "], "--scenario names no scenario"),
    ])
    func misspelledArgumentIsNamed(arguments: [String], message: String?) async throws {
        guard let message else {
            // A comma too many is none too few.
            let outcome = try await Oplab.run(arguments + ["--rule", "1.1", "--quiet"])
            #expect(outcome.status == .exited(0))
            return
        }
        let outcome = try await Oplab.run(arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message))
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [
        [], ["conform"], ["compare"], ["report"], ["list"], ["list", "queues"], ["list", "rules"],
    ])
    func helpSaysHowItEnds(command: [String]) async throws {
        let outcome = try await Oplab.run(command + ["--help"])
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.contains("Example"))
        #expect(outcome.output.contains("Exit status: 0 "))
        #expect(!outcome.output.contains("Tries one case"))
    }

    @Test func helpSaysEachDefaultOnce() async throws {
        let outcome = try await Oplab.run(["conform", "--help"])
        // The usage line names it, too.
        let options = try #require(outcome.output.firstRange(of: "OPTIONS:"))
        let rest = outcome.output[options.upperBound...]
        let option = try #require(rest.firstRange(of: "--jobs <N>"))
        let text = rest[option.upperBound...].prefix { $0 != "-" }
        #expect(text.lowercased().components(separatedBy: "default").count == 2, "\(text)")
    }

    @Test func listShowsFaultyQueuesOnDemand() async throws {
        let some = try await Oplab.run(["list", "queues"])
        let all = try await Oplab.run(["list", "queues", "--all"])
        #expect(some.status == .exited(0))
        #expect(some.output.contains("\nactor "))
        #expect(!some.output.contains("\nfaulty"))
        #expect(all.output.hasPrefix(some.output.prefix(4)))
        #expect(all.output.contains("\nfaulty:"))
    }

    @Test func unwritableOutputIsAFailureWithItsOwnLine() async throws {
        let full = try await Oplab.shell("\"$oplab\" list queues > /dev/full")
        #expect(full.status == .exited(2))
        #expect(full.error == "Error: can't write to standard output: No space left on device\n")
        // Nobody reads: the reader has gone before the tool begins to write.
        let unread = try await Oplab.shell(
            """
            exec 3> >(:)
            wait $!
            "$oplab" list queues >&3
            """)
        #expect(unread.status == .exited(0))
        #expect(unread.error.isEmpty)
    }

    @Test func versionNamesTheCommitAndTheRules() async throws {
        let outcome = try await Oplab.run(["--version"])
        #expect(outcome.status == .exited(0))
        let commit = try await Oplab.shell(
            "git -C \"$(dirname \"$oplab\")\" describe --always --dirty --abbrev=40 '--exclude=*'")
        let known = commit.status == .exited(0) ? commit.output.split(separator: "\n")[0] : "unknown"
        #expect(outcome.output == "oplab 0.1.0, commit \(known), rules \(RuleBook.version)\n")
    }

    @Test func copyOutsideTheWorkTreeKnowsNoCommit() async throws {
        let folder = try TemporaryFolder()
        try await folder.copyProgram(Oplab.path, to: "oplab")
        let outcome = try await Oplab.run(folder.file("oplab"), ["--version"])
        #expect(outcome.output == "oplab 0.1.0, commit unknown, rules \(RuleBook.version)\n")
    }

    /// The number of a closed stream goes to the next file that is opened.
    @Test(arguments: ["list queues", "--help", "list queues --help"])
    func closedOutputIsReported(command: String) async throws {
        let outcome = try await Oplab.shell("\"$oplab\" \(command) >&-")
        #expect(outcome.status == .exited(2))
        #expect(outcome.error == "Error: can't write to standard output: it is closed\n")
    }

    /// What two commands choose by different options is listed under different headings.
    @Test func queueStrategiesAndSearchStrategiesAreSeparate() async throws {
        let outcome = try await Oplab.run(["list", "strategies"])
        #expect(outcome.status == .exited(0))
        let parts = outcome.output.components(separatedBy: "\n\n")
        #expect(parts.count == 2)
        #expect(parts[0].contains("--queue-strategy") && parts[0].contains("  chained "))
        #expect(parts[1].contains("--search") && parts[1].contains("  pct3 "))
        let conformed = try await Oplab.run([
            "conform", "--rule", "1.1", "--queue-strategy", "lingering,chained", "--quiet",
        ])
        #expect(conformed.status == .exited(0), "\(conformed.error)")
        #expect(
            conformed.output.contains(/lock  +lock-chained  +actor  +actor-chained/), "\(conformed.output)")
    }

    @Test func listShowsRules() async throws {
        let outcome = try await Oplab.run(["list", "rules"])
        #expect(outcome.status == .exited(0))
        let line = "3.7    required     Removing an unfinished dependency restores readiness."
        #expect(outcome.output.contains(line))
    }

    @Test func emptyExpectationIsAnError() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "# comment\nlock 1.1 fine\nfundation 3.7 misspelt\n", to: "expectations.txt")
        let outcome = try await Oplab.run(["conform", "--expect", path])
        #expect(outcome.status == .exited(64))
        #expect(
            outcome.error.hasPrefix(
                "Error: \(path):3:1: there is no queue 'fundation'; the nearest: foundation"))
        #expect(outcome.output.isEmpty)

        let other = try folder.write("lock  99.1  no such rule", to: "others.txt")
        let second = try await Oplab.run(["conform", "--expect", other])
        #expect(second.status == .exited(64))
        #expect(second.error.hasPrefix("Error: \(other):1:7: there is no rule '99.1'"))
    }
}
