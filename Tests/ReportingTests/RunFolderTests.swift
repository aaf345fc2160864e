import Operations
import QueueAdapters
import QueueBenchmarking
import TestSupport
import Testing

@testable import Reporting
@testable import TextFormats

@Suite struct RunFolderTests {
    private static let benchmarkCase = BenchmarkCase(EmptyScenario(limit: 1, operations: 10))

    private func run(_ queue: String, round: Int) -> BenchmarkRun {
        BenchmarkRun(
            subject: SubjectID(queue: queue), benchmarkCase: Self.benchmarkCase, driver: "thread", process: 0,
            place: RunPlace(round: round, position: 0, pair: round), seed: 1,
            outcome: .passed([Reading(.processCPUTime, 5)]))
    }

    /// Writes a run of two rounds; the end is left to the test.
    private func written(_ folder: TemporaryFolder, queues: [String] = ["a"]) throws -> BenchmarkResults {
        let results = try BenchmarkResults(
            creating: folder.path, .made(subjects: queues, cases: [Self.benchmarkCase]))
        for queue in queues { for round in 0..<2 { try results.append(run(queue, round: round)) } }
        return results
    }

    private func refusal(_ folder: TemporaryFolder) -> String? {
        do {
            _ = try RunFolder(reading: folder.path)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func rewrite(_ folder: TemporaryFolder, _ name: String, _ change: (String) -> String) throws {
        let path = folder.path + "/" + name
        try AtomicFile.replace(path, change(try TextFile.contents(path)))
    }

    @Test func runRoundTrips() throws {
        let folder = try TemporaryFolder()
        let results = try written(folder, queues: ["a", "b"])
        for state in [RunManifest.State.running, .finished] {
            if state == .finished { try results.end(state) }
            let run = try RunFolder(reading: folder.path + "/")
            #expect(run.manifest.state == state)
            #expect(state == .running || run.manifest == results.manifest)
            #expect(run.measurements.count == 2 * 2 * 2)
            #expect(run.summary().tables.first?.lines.map(\.runs) == [2, 2])
        }
    }

    @Test func rowsUnknownToTheManifestAreRefused() throws {
        let folder = try TemporaryFolder()
        _ = try written(folder)
        let csv = folder.path + "/measurements.csv"
        try rewrite(folder, "measurements.csv") {
            $0.replacing("a,empty", with: "b,empty", maxReplacements: 1)
        }
        #expect(refusal(folder)?.hasPrefix("can't read \(csv):2:1: manifest.json has no queue 'b': ") == true)
        try rewrite(folder, "measurements.csv") { $0.replacing("b,empty,limit=1", with: "a,empty,limit=2") }
        let other = "'empty limit=2;operations=10;producers=1'"
        #expect(
            refusal(folder)?.hasPrefix("can't read \(csv):2:1: manifest.json has no case \(other): ") == true)
    }

    /// A file that was cut between two rows is valid by itself.
    @Test func missingRowsAreReported() throws {
        let folder = try TemporaryFolder()
        let results = try written(folder)
        try rewrite(folder, "measurements.csv") { text in
            text.split(separator: "\n").prefix(3).map { $0 + "\n" }.joined()
        }
        #expect(refusal(folder) == nil)
        try results.end(.finished)
        let reason = try #require(refusal(folder))
        #expect(
            reason.hasPrefix("can't read \(folder.path)/measurements.csv: it has 1 runs and 0 failures, "))
        #expect(reason.contains(" 2 and 0: rows are missing"))
    }

    @Test func missingMetricIsReported() throws {
        let folder = try TemporaryFolder()
        try written(folder).end(.finished)
        #expect(refusal(folder) == nil)
        try rewrite(folder, "measurements.csv") { text in
            text.split(separator: "\n").dropLast().map { $0 + "\n" }.joined()
        }
        let reason = try #require(refusal(folder))
        #expect(reason.hasPrefix("can't read \(folder.path)/measurements.csv:4:1: "))
        #expect(reason.contains("process_cpu_time") && reason.hasSuffix("rows are missing"))
    }

    @Test func otherSchemaIsRefused() throws {
        let folder = try TemporaryFolder()
        _ = try written(folder)
        let path = folder.path + "/manifest.json"
        func tryVersion(_ version: Int, instead old: Int) throws {
            try rewrite(folder, "manifest.json") {
                $0.replacing("\"schemaVersion\" : \(old)", with: "\"schemaVersion\" : \(version)")
            }
        }
        try tryVersion(2, instead: 3)
        #expect(refusal(folder) == nil)
        try tryVersion(4, instead: 2)
        #expect(refusal(folder)?.hasPrefix("can't read \(path): it is of schema 4, ") == true)
        try tryVersion(1, instead: 4)
        #expect(refusal(folder)?.hasPrefix("can't read \(path): it is of schema 1, ") == true)
        #expect(refusal(folder)?.contains("'strategy'") == true)
        try tryVersion(0, instead: 1)
        #expect(refusal(folder) == "can't read \(path): there is no schema 0")
    }

    @Test(arguments: [
        ("{}", "it is no manifest: 'schemaVersion' is missing"),
        ("{\"schemaVersion\": 2}", "it is no manifest: 'state' is missing"),
        ("{\"schemaVersion\": \"x\"}", "it is no manifest: 'schemaVersion' is wrong: "),
        ("rule,queue\n", "it is no manifest: "),
    ])
    func invalidManifestIsRefused(text: String, message: String) throws {
        let folder = try TemporaryFolder()
        try AtomicFile.create(folder.path + "/manifest.json", text)
        #expect(refusal(folder)?.hasPrefix("can't read \(folder.path)/manifest.json: \(message)") == true)
    }

    @Test func missingFileIsNamed() throws {
        let folder = try TemporaryFolder()
        let reason = try #require(refusal(folder))
        #expect(reason.hasPrefix("can't read \(folder.path): ") && reason.contains("manifest.json"))
        _ = try written(folder)
        #expect(refusal(folder) == nil)
    }
}

extension RunManifest {
    /// Of a run that is made up.
    static func made(subjects: [String], cases: [BenchmarkCase]) -> RunManifest {
        let runner = BenchmarkRunner(
            subjects: [], scenarios: [], profile: .quick, seed: 1, processors: 2)
        var manifest = RunManifest(
            commandLine: ["oplab", "bench"], seed: 1, profile: .quick, runner: runner,
            toolchain: Toolchain(swift: "Swift version 6"), commit: "abc", unmeasured: [])
        manifest.subjects = subjects.map { SubjectID(queue: $0) }
        manifest.cases = cases
        return manifest
    }
}
