import ChildProcesses
import Foundation
import QueueBenchmarking
import QueueConformance
import RegressionGate
import Reporting
import SwiftCSV
import TestSupport
import Testing

/// `oplab gate` as it is used: two programs, a verdict, a status.
@Suite struct GateTests {
    private static let cases = ["--scenario", "empty limit=1;producers=1"]
    /// On a busy machine, and under a sanitizer, what works takes its time.
    private static let patience = ["--answer", "\(Duration.hangGuard.components.seconds)"]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func variant(_ change: String) throws -> String { try folder.gateFixture(change) }

    /// A program that is whatever these lines of the shell are.
    private func variant(shell lines: String) async throws -> String {
        try await folder.program("program-\(UUID().uuidString)", lines)
    }

    private func gate(_ base: String, _ head: String, _ arguments: [String]) async throws -> Oplab.Outcome {
        let patience = arguments.contains("--answer") ? [] : Self.patience
        return try await Oplab.run(
            ["gate", "--base", base, "--head", head, "--quiet"]
                + (arguments.contains("--why") ? [] : ["--no-why"])
                + Self.cases + patience + arguments)
    }

    @Test func gatePassesAProgramAgainstItself() async throws {
        let fixture = try variant("GateFixture")
        let outcome = try await gate(fixture, fixture, ["--tier", "result,counts,conformance"])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("PASSED in "))
        let countsThreads = outcome.output.contains("threads created per operation")
        #expect(countsThreads == MachineAbility.here.countsThreads, "\(outcome.output)")
        #expect(outcome.output.contains("both variants pass"))
    }

    /// `scripts/gate` builds only this program of each commit.
    @Test func gateAcceptsTheQueuesOfTheTool() async throws {
        let worker = (Oplab.path as NSString).deletingLastPathComponent + "/oplab-worker"
        let outcome = try await gate(
            worker, worker, ["--queue", "lock", "--tier", "result,counts,conformance", "--rule", "3.1"])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("both variants pass 1"), "\(outcome.output)")
    }

    /// Under a sanitizer, threads are created in another way.
    @Test(.enabled(if: MachineAbility.here.countsThreads))
    func threadCountsRegressOneWayAndImproveTheOther() async throws {
        let (few, many) = (try variant("GateFixture"), try variant("makesThreads"))
        let worse = try await gate(few, many, ["--tier", "counts"])
        #expect(worse.status == .exited(1), "\(worse.output)\(worse.error)")
        #expect(worse.output.contains("threads created per operation  0.00 → 1.00"))
        let better = try await gate(many, few, ["--tier", "counts"])
        #expect(better.status == .exited(0), "\(better.output)\(better.error)")
        #expect(better.output.contains("IMPROVED in "))
    }

    @Test(arguments: [
        ("crashes", "its process ended: "), ("runsTwice", "ran"),
        ("deadlocks", "no answer for 60.0 seconds"),
    ])
    func headThatBreaksARuleIsARegression(change: String, sign: String) async throws {
        // A base that ends well has to end in that time, too.
        let answer = change == "deadlocks" ? ["--answer", "60"] : []
        let outcome = try await gate(
            try variant("GateFixture"), try variant(change), ["--tier", "cpu"] + answer)
        #expect(outcome.status == .exited(1), "\(outcome.output)\(outcome.error)")
        let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("the head failed: "))
        #expect(text.contains(sign), "\(text)")
    }

    @Test func brokenBaseDecidesNothing() async throws {
        let outcome = try await gate(try variant("crashes"), try variant("GateFixture"), ["--tier", "cpu"])
        #expect(outcome.status == .exited(3), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("INCONCLUSIVE"))
    }

    @Test func brokenRuleEndsTheGateBeforeItMeasures() async throws {
        let outcome = try await gate(
            try variant("GateFixture"), try variant("dropsCompletionBlocks"),
            ["--tier", "conformance,counts"])
        #expect(outcome.status == .exited(1), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("fixture, rule "))
        #expect(outcome.output.contains("nothing was measured"))
        #expect(!outcome.output.contains("threads created"))
    }

    @Test(arguments: [
        ("echo hello; cat", "'hello'"),
        (
            "echo '{\"version\":999,\"arms\":[]}'; cat",
            "version 999 of the protocol, and this program has version \(WorkerHandshake.currentVersion)"
        ),
        ("exit 7", "without a handshake"),
    ])
    func programThatIsNoWorkerIsNoVerdict(lines: String, reason: String) async throws {
        let program = try await variant(shell: lines)
        let outcome = try await gate(try variant("GateFixture"), program, ["--tier", "cpu"])
        #expect(outcome.status == .exited(2), "\(outcome.output)\(outcome.error)")
        #expect(
            outcome.error.contains("\(program) is no benchmark worker: ") && outcome.error.contains(reason),
            "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test func silentWorkerIsKilledWithItsGroup() async throws {
        let lives = try OpenEnds(at: folder.file("lives"))
        let program = try await variant(
            shell: "trap '' TERM INT\nexec 3> '\(lives.path)'\nsleep 1000 &\necho started >&3\nwait")
        let outcome = try await gate(
            try variant("GateFixture"), program, ["--tier", "cpu", "--answer", "60"])
        #expect(outcome.status == .exited(2), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains("60.0 seconds"), "\(outcome.error)")
        // A killed process dies when it gets a processor, which may be after the gate's end.
        #expect(await lives.textOnceClosed(within: .hangGuard) == "started\n")
    }

    @Test(arguments: [
        (["--head", "/nowhere/oplab"], "--head: there is no program /nowhere/oplab"),
        (["--tier", "count"], "there is no tier 'count'"),
        (["--scenario", "emty"], "there is no scenario 'emty'"),
        (["--scenario", "empty limit=7"], "there is no case 'empty limit=7'"),
        (["--queue", "nobody"], "'nobody'; the nearest: fixture"),
        (["--answer", "0"], "--answer is 0.0, "),
        (["--answer", "inf"], "--answer is inf, "),
        (["--tier", ","], "--tier names no tier"),
        (["--queue", ","], "--queue names no queue"),
        (["--blocks", "0"], "--blocks is 0, "),
        (["--seconds", "0"], "--seconds is 0.0, "),
        (["--config", "/nowhere/gate.json"], "can't open /nowhere/gate.json"),
        (["--rule", "99.9"], "99.9"),
    ])
    func gateReportsWrongArguments(arguments: [String], message: String) async throws {
        let fixture = try variant("GateFixture")
        var all = ["gate", "--quiet", "--base", fixture]
        if !arguments.contains("--head") { all += ["--head", fixture] }
        let outcome = try await Oplab.run(all + arguments)
        #expect(outcome.status == .exited(64), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains(message), "\(outcome.error)")
    }

    /// The corrected command may have the same folder.
    @Test(arguments: [["gate", "--head"], ["gate", "calibrate"]])
    func refusedGateLeavesNoFile(_ command: [String]) async throws {
        let fixture = try variant("GateFixture")
        var arguments = command + ["--quiet", "--queue", "nobody", "--output", folder.file("refused")]
        if command.count == 2, command[1] == "--head" {
            arguments.insert(contentsOf: [fixture, "--base", fixture], at: 2)
        }
        let outcome = try await Oplab.run(arguments)
        #expect(outcome.status == .exited(64), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains("'nobody'"), "\(outcome.error)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("refused"))
        #expect(files.isEmpty, "\(files)")
    }

    @Test func gateWritesItsResultsIntoTheFolder() async throws {
        let fixture = try variant("GateFixture")
        let results = folder.file("results")
        let outcome = try await gate(
            fixture, fixture, ["--tier", "counts,cpu", "--blocks", "8", "--output", results, "--seed", "7"])
        #expect([.exited(0), .exited(1), .exited(3)].contains(outcome.status), "\(outcome.error)")
        let record = try GateJSON.read("\(results)/\(GateJSON.fileName)")
        #expect(record.report.settings.seed == 7)
        #expect(record.report.lines.contains { $0.tier == .cpu && $0.control != nil })
        let rows = try GateRunsFile.read("\(results)/\(GateRunsCSV.fileName)")
        #expect(Set(rows.map(\.variant)) == Set(GateVariant.allCases))
        #expect(Set(rows.map(\.rulesVersion)) == [RuleBook.version])
        let summary = try String(contentsOfFile: "\(results)/gate-summary.md", encoding: .utf8)
        #expect(summary.contains("gate --base \(fixture)"))
        #expect(FileManager.default.fileExists(atPath: "\(results)/\(GateJUnit.fileName)"))

        let again = try await gate(fixture, fixture, ["--tier", "counts", "--output", results])
        #expect(again.status == .exited(64))
        #expect(again.error.contains("already contains a run"))

        let explained = try await Oplab.run(["gate", "explain", results, "--metric", "process_cpu_time"])
        #expect(explained.status == .exited(0), "\(explained.error)")
        #expect(explained.output.contains("control"))
    }

    /// Also while it waits for a worker to end.
    @Test(arguments: [("GateFixture", "timing empty"), ("lingers", "it lingers")])
    func interruptedGateEndsItsWorkers(change: String, word: String) async throws {
        let fixture = try variant("GateFixture")
        let base = change == "GateFixture" ? fixture : try variant(change)
        let results = folder.file("interrupted")
        // With so many blocks, it doesn't end by itself.
        let outcome = try await Oplab.interrupted(
            [
                "gate", "--base", base, "--head", fixture, "--tier", "cpu", "--blocks", "100000",
                "--seconds", "100000", "--output", results,
                // One that lingers sleeps until it is interrupted. Beside two thousand tests that can take ten minutes.
                "--answer", "100000",
            ] + Self.cases,
            onceSaid: word)
        #expect(outcome.status == .exited(130), "\(outcome.output)\(outcome.error)")
        // A worker that lingers does so at the handshake, before anything is compared.
        if change == "lingers" {
            #expect(outcome.output.isEmpty)
            return
        }
        let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("Interrupted; "), "\(text)")
        let record = try GateJSON.read("\(results)/\(GateJSON.fileName)")
        #expect(record.report.isInterrupted)
        #expect(FileManager.default.fileExists(atPath: "\(results)/gate-summary.md"))
    }

    @Test func calibrationReportsItsErrorRates() async throws {
        let outcome = try await Oplab.run(
            [
                "gate", "calibrate", "--queue", "lock", "--same", "1", "--planted", "1", "--slowdown", "20",
                "--blocks", "3", "--quiet",
            ]
                + ["--output", folder.file("calibration")] + Self.cases + Self.patience)
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        for sign in ["nothing: ", "+20%: ", "an allocation: ", "of 1 false alarms"] {
            #expect(outcome.output.contains(sign), "\(outcome.output)")
        }
        let table = try CSV<Named>(string: folder.read("calibration/calibration.csv"))
        #expect(table.header.prefix(3) == ["trial", "planted", "verdict"])
        #expect(Set(table.rows.map { $0["rules_version"] }) == [RuleBook.version])
        // A build without jemalloc counts no allocations, and must not say that none was found.
        let counted = table.rows.contains { $0["metric"] == Metric.allocations.rawValue }
        #expect(outcome.output.contains("an allocation: unknown") == !counted, "\(outcome.output)")
    }
}
