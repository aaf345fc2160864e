import ChildProcesses
import Foundation
import QueueConformance
import TestSupport
import Testing

/// `oplab conform --program`: the queues of another program, judged in its own processes.
@Suite struct ConformProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func conform(_ program: String, _ arguments: [String] = []) async throws -> Oplab.Outcome {
        try await Oplab.run(["conform", "--program", program, "--quiet"] + arguments)
    }

    /// Its queue runs this project's operations, so what tests these is borrowed.
    @Test func queueOfAnotherProgramIsJudged() async throws {
        let program = try folder.gateFixture("GateFixture")
        let outcome = try await conform(program, ["--rule", "6.8,9.5,12.1", "--format", "json"])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        struct File: Decodable {
            struct Result: Decodable { let rule, queue, standing, reproduction: String }
            let results: [Result]
        }
        let results = try JSONDecoder().decode(File.self, from: Data(outcome.output.utf8)).results
        #expect(results.map(\.rule) == ["6.8", "9.5", "12.1"])
        #expect(results.allSatisfy { $0.queue == "fixture" })
        #expect(results.map(\.standing) == ["kept", "borrowed", "not applicable"])
        #expect(results[0].reproduction == "oplab conform --program \(program) --queue fixture --rule 6.8")
    }

    @Test func deviationOfAnotherProgramsQueueIsExpected() async throws {
        let program = try folder.gateFixture("dropsCompletionBlocks")
        let file = try folder.write("fixture 9.5 known\n", to: "expected.txt")
        let outcome = try await conform(program, ["--rule", "9.5", "--expect", file])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
    }

    @Test func brokenRuleIsRepeatedByTheLineThatIsPrinted() async throws {
        let program = try folder.gateFixture("dropsCompletionBlocks")
        let outcome = try await conform(program, ["--rule", "9.5"])
        #expect(outcome.status == .exited(1), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("oplab conform --program \(program) --queue fixture --rule 9.5\n"))
    }

    @Test(arguments: [
        ("echo hello; cat", "its first line is no handshake: 'hello'"),
        (#"echo '{"version":999}'; cat"#, "it has version 999 of the protocol"),
        ("exit 7", "it ended without a handshake"),
        (
            #"echo '{"version":2,"arms":[],"isDebugBuild":true,"judged":{}}'; cat"#,
            "it names no queues that it judges"
        ),
        (
            #"echo '{"version":2,"arms":[],"isDebugBuild":true,"judged":{"q":{}},"rulesVersion":"0.1"}'; cat"#,
            "it has version 0.1 of the rules, and oplab has \(RuleBook.version)"
        ),
        (
            #"echo '{"version":2,"arms":[],"isDebugBuild":true,"judged":{"q":{}}}'; cat; kill -9 $$"#,
            "it ended with"
        ),
    ])
    func programThatCannotJudgeIsOneError(lines: String, reason: String) async throws {
        let program = try await folder.program("worker", lines)
        let outcome = try await conform(program)
        #expect(outcome.status == .exited(2), "\(outcome.output)\(outcome.error)")
        #expect(
            outcome.error.contains("Error: \(program) ") && outcome.error.contains(reason), "\(outcome.error)"
        )
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: [
        (["--program", "/nowhere/worker"], "--program: there is no program /nowhere/worker"),
        (
            ["--program", "/bin/true", "--queue-strategy", "all"],
            "--queue-strategy is for the queues of oplab"
        ),
    ])
    func badCommandLineIsOneError(arguments: [String], reason: String) async throws {
        let outcome = try await Oplab.run(["conform"] + arguments)
        #expect(outcome.status == .exited(64), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains(reason), "\(outcome.error)")
    }

    @Test func unknownQueueIsNamed() async throws {
        let outcome = try await conform(try folder.gateFixture("GateFixture"), ["--queue", "fixtur"])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("'fixtur'") && outcome.error.contains("fixture"), "\(outcome.error)")
    }
}
