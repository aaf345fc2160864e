import ChildProcesses
import Testing

@Suite struct FuzzCommandTests {
    @Test(arguments: [["--programs", "60"], ["--programs", "12", "--explore", "--runs", "3"]])
    func fuzzCommandPassesOurQueues(arguments: [String]) async throws {
        let outcome = try await Oplab.run(["fuzz", "--quiet"] + arguments)
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        for queue in ["lock", "actor"] {
            let row = outcome.output.split(separator: "\n").first { $0.hasPrefix("\(queue) ") }
            let cells = try #require(row).split(separator: " ")
            #expect(cells[1] == arguments[1] && cells[3...5] == ["0", "0", "0"], "\(outcome.output)")
        }
    }

    /// A failure is printed with a smaller program and a command line that shows it again.
    @Test func fuzzCommandFindsADefectAndRepeatsIt() async throws {
        let queue = "faulty:cancelledDependencyReleases"
        let outcome = try await Oplab.run(["fuzz", "--queue", queue, "--explore", "--runs", "4", "--quiet"])
        #expect(outcome.status == .exited(1), "\(outcome.output)")
        #expect(
            outcome.output.contains("rules 3.1, 3.10, 2.7: an operation starts after all its dependencies"))
        #expect(outcome.output.contains("the program, made smaller:\nlet queue"))
        let again = try #require(outcome.output.firstMatch(of: /again: oplab (fuzz .*)/))
        let arguments = String(again.1).split(separator: " ").map(String.init)
        let repeated = try await Oplab.run(arguments + ["--no-shrinking", "--quiet"])
        #expect(repeated.status == .exited(1), "\(repeated.output)")
        #expect(repeated.output.contains("an operation starts after all its dependencies have finished"))
    }

    /// On real threads, a queue that hangs costs one program, and the process that it was in.
    @Test func programThatHangsIsAFailure() async throws {
        let outcome = try await Oplab.run([
            "fuzz", "--queue", "faulty:cancelledDependencyNeverReleases", "--no-shrinking", "--quiet",
        ])
        #expect(outcome.status == .exited(1), "\(outcome.output)")
        #expect(outcome.output.contains("everything that was added or started comes to its end"))
    }

    @Test(arguments: [
        (["--size", "6,3"], "--size"), (["--programs", "0"], "--programs"),
        (["--search", "pct3"], "--explore"),
        (["--queue", "inline", "--explore"], "inline"), (["--queue", "lokc"], "lock"),
    ])
    func wrongOptionIsRefused(arguments: [String], word: String) async throws {
        let outcome = try await Oplab.run(["fuzz"] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(word), "\(outcome.error)")
    }
}
