import ChildProcesses
import Foundation
import SwiftCSV
import TestSupport
import Testing

/// `oplab bench --program`: the queues of another program, measured in its own processes.
@Suite struct BenchProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func bench(_ program: String, _ arguments: [String]) async throws -> Oplab.Outcome {
        try await Oplab.run(
            ["bench", "--program", program, "--rounds", "2", "--quiet", "--output", folder.file("run")]
                + arguments)
    }

    private func rows() throws -> [[String: String]] {
        try CSV<Named>(string: folder.read("run/measurements.csv")).rows
    }

    /// The program says at which scenarios its queue can be measured, and the rest is listed with the reason. Dispatch is what
    /// its queue is compared with.
    @Test func queueOfAnotherProgramIsMeasured() async throws {
        let program = try folder.gateFixture("GateFixture")
        let outcome = try await bench(
            program, ["--scenario", "empty limit=1;producers=1,chain operations=250"])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        let rows = try rows()
        #expect(Set(rows.map { $0["scenario"] }) == ["empty"])
        #expect(rows.filter { $0["queue"] == "fixture" }.allSatisfy { $0["driver"] == "thread" })
        #expect(rows.count { $0["queue"] == "fixture" && $0["metric"] == "process_cpu_time" } == 2)
        let summary = try folder.read("run/summary.md")
        #expect(summary.contains("it has no dependencies: its type doesn't claim it"), "\(summary)")
    }

    /// It reads the files of workloads, too.
    @Test func workloadIsMeasuredInAnotherProgram() async throws {
        let program = try folder.gateFixture("GateFixture")
        let workload = try folder.write(
            #"{"name": "few", "operations": 20, "limit": 1, "work": 0.5}"#, to: "few.json")
        let outcome = try await bench(program, ["--workload", workload, "--queue", "fixture"])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        #expect(try rows().contains { $0["scenario"] == "few" && $0["metric"] == "wall_time" })
    }

    @Test func queueThatRunsOperationsTwiceFailsItsCheck() async throws {
        let outcome = try await bench(
            try folder.gateFixture("runsTwice"),
            ["--scenario", "empty limit=1;producers=1", "--queue", "fixture"])
        #expect(outcome.status == .exited(1), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("ran more than once"), "\(outcome.output)")
    }

    @Test(arguments: [
        ("echo hello; cat", 2, "its first line is no handshake: 'hello'"),
        ("exit 7", 2, "it ended without a handshake"),
        (#"echo '{"version":999}'; cat"#, 2, "it has version 999 of the protocol"),
        (
            #"echo '{"version":2,"arms":[],"isDebugBuild":true,"judged":{}}'; cat"#, 64,
            "was built with a version of OperationLab that can't say which queue fits which scenario"
        ),
        (
            #"echo '{"version":2,"arms":[{"queue":"q","strategy":""}],"isDebugBuild":true,"judged":{},"plans":true}'; read line; exit 0"#,
            2, "the process ended when it was asked"
        ),
    ])
    func programThatCannotMeasureIsOneError(lines: String, status: Int32, reason: String) async throws {
        let program = try await folder.program("worker", lines)
        let outcome = try await bench(program, ["--scenario", "empty"])
        #expect(outcome.status == .exited(status), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains(reason), "\(outcome.error)")
        #expect(outcome.output.isEmpty && !FileManager.default.fileExists(atPath: folder.file("run")))
    }

    @Test(arguments: [
        (["--program", "/nowhere/worker"], "--program: there is no program /nowhere/worker"),
        (
            ["--program", "/bin/true", "--queue-strategy", "all"],
            "--queue-strategy is for the queues of oplab"
        ),
    ])
    func badCommandLineIsOneError(arguments: [String], reason: String) async throws {
        let outcome = try await Oplab.run(["bench"] + arguments)
        #expect(outcome.status == .exited(64), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains(reason), "\(outcome.error)")
    }

    @Test func unknownQueueIsNamed() async throws {
        let outcome = try await bench(try folder.gateFixture("GateFixture"), ["--queue", "fixtur"])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("'fixtur'") && outcome.error.contains("fixture"), "\(outcome.error)")
    }
}
