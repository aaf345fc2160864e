import ChildProcesses
import FoundationEssentials
import QueueBenchmarking
import TestSupport
import Testing

/// `oplab why RUN` asks what a run of before asks.
@Suite struct WhyRunTests {
    private static func empty(_ limit: Int) -> BenchmarkCase {
        BenchmarkCase(EmptyScenario(limit: limit, operations: 100))
    }

    private static func run(_ folder: TemporaryFolder, _ arguments: String...) async throws -> Oplab.Outcome {
        try await Oplab.run(["why", folder.path, "--rounds", "2", "--quiet"] + arguments)
    }

    private static func rounds(_ cost: Double) -> [Double] {
        (0..<10).map { cost * (1 + Double($0) / 1_000) }
    }

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let first = ["foundation": rounds(500), "actor": rounds(200), "lock": rounds(100)] as KeyValuePairs
        let second = ["foundation": rounds(300), "actor": rounds(200), "lock": rounds(100)] as KeyValuePairs
        try MadeUpRun.write(to: folder, [(empty(1), first), (empty(2), second)])
        return folder
    }

    @Test func greatestDifferenceOfTheRunIsMeasuredAnew() async throws {
        let folder = try Self.folder()
        let outcome = try await Self.run(folder)
        // Two rounds decide nothing.
        #expect(outcome.status == .exited(3), "\(outcome.error)")
        #expect(outcome.output.hasPrefix("In \(folder.path) foundation takes 5.00 "), "\(outcome.output)")
        #expect(outcome.output.contains("processor time of lock at empty limit=1;operations=100"))
        #expect(outcome.output.contains("too few rounds"))
    }

    @Test func optionsSayWhichDifference() async throws {
        let folder = try Self.folder()
        let outcome = try await Self.run(folder, "--queue", "actor", "--scenario", "empty limit=2")
        #expect(outcome.output.hasPrefix("In \(folder.path) actor takes 2.00 "), "\(outcome.output)")
        #expect(outcome.output.contains("processor time of lock at empty limit=2;operations=100"))
        let other = try await Self.run(folder, "--against", "actor")
        #expect(other.output.hasPrefix("In \(folder.path) foundation takes 2.50 "), "\(other.output)")
    }

    @Test func runWithoutSuchADifferenceIsInconclusive() async throws {
        let folder = try Self.folder()
        let outcome = try await Self.run(folder, "--queue", "lock")
        #expect(outcome.status == .exited(3))
        #expect(outcome.error.contains("decides no such difference") && outcome.output.isEmpty)
    }

    /// A run has copies of its workloads, which aren't scenarios.
    @Test func workloadOfTheRunIsMeasuredAnew() async throws {
        let path = Repository.path("Benchmarks/Workloads/urgent.json")
        let folder = try TemporaryFolder()
        let workload = BenchmarkCase(try WorkloadScenario.read([path])[0])
        let costs = ["foundation": Self.rounds(500), "lock": Self.rounds(100)] as KeyValuePairs
        let less = ["foundation": Self.rounds(300), "lock": Self.rounds(100)] as KeyValuePairs
        try MadeUpRun.write(to: folder, [(workload, costs), (Self.empty(1), less)])
        // What can't be measured anew isn't chosen.
        let without = try await Self.run(folder)
        #expect(without.output.contains("lock at empty limit=1"), "\(without.error)")
        #expect(without.error.contains("urgent: ") && without.error.contains("workloads/urgent.json"))
        let only = try await Self.run(folder, "--scenario", "urgent")
        #expect(only.status == .exited(3) && only.error.contains("left out"), "\(only.error)")
        try folder.makeFolder("workloads")
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        _ = try folder.write(text, to: "workloads/urgent.json")
        let with = try await Self.run(folder)
        #expect(with.status == .exited(3), "\(with.error)")
        #expect(with.output.contains("lock at urgent checksum="), "\(with.output)")
        // Another one of the same name is another case.
        _ = try folder.write(text.replacing("600", with: "500"), to: "workloads/urgent.json")
        let other = try await Self.run(folder)
        #expect(other.output.contains("lock at empty limit=1"), "\(other.output)")
        #expect(other.error.contains("describes another case"), "\(other.error)")
        _ = try folder.write("{", to: "workloads/urgent.json")
        let broken = try await Self.run(folder)
        #expect(broken.output.contains("lock at empty limit=1"), "\(broken.error)")
        #expect(broken.error.contains("urgent.json:1:"), "\(broken.error)")
    }

    @Test(arguments: [
        (["--queue", "lcok"], "'lcok'"), (["--against", "atcor"], "'atcor'"),
        (["--scenario", "emtpy"], "'emtpy'"), (["--scenario", "empty limit=7"], "no case 'empty limit=7'"),
        (["--profile", "quick"], "RUN has its cases"), (["--workload", "mine.json"], "RUN has its cases"),
    ])
    func whatTheRunDoesntHaveIsSaid(arguments: [String], message: String) async throws {
        let folder = try Self.folder()
        let outcome = try await Oplab.run(["why", folder.path] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test func withoutRunAQueueIsNamed() async throws {
        let none = try await Oplab.run(["why"])
        #expect(none.status == .exited(64) && none.error.contains("name a RUN"))
        let missing = try await Oplab.run(["why", "/nowhere/at/all"])
        #expect(missing.status == .exited(64) && missing.error.contains("/nowhere/at/all"))
    }
}
