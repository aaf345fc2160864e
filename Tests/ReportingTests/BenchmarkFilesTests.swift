import Operations
import QueueAdapters
import QueueBenchmarking
import QueueConformance
import Reporting
import SwiftCSV
import TestSupport
import Testing
import TextFormats

@Suite struct BenchmarkFilesTests {
    private struct Subject: BenchmarkSubject {
        let name = "inline"
        let summary = "no queue"
        let driver = QueueDriver<InlineOperationQueue>.thread { _ in }
        func makeQueue(limit: Int) -> InlineOperationQueue { InlineOperationQueue() }
    }

    private let runner = BenchmarkRunner(
        subjects: [Subject()], scenarios: [EmptyScenario(limit: 1, operations: 10)], profile: .quick, seed: 7,
        processors: 2)

    private var launcher: InProcessLauncher {
        InProcessLauncher(RunServer(subjects: [Subject()], deadlineSeconds: 86_400))
    }

    private func measurement(
        _ value: Double?, round: Int? = 3, note: String = ""
    ) -> Measurement {
        Measurement(
            subject: SubjectID(queue: "in,line", strategy: "eager"),
            benchmarkCase: BenchmarkCase(
                scenario: "empty", parameters: ScenarioParameters(["limit": 2, "operations": 5])),
            process: 0, place: round.map { RunPlace(round: $0, position: 1, pair: 9) }, metric: .wallTime,
            value: value, seed: 1 << 52, driver: "thread",
            note: note, conditions: RunConditions(steal: 0, pressure: nil, involuntarySwitches: 3),
            flags: [.overloaded, .unsettled])
    }

    private func manifest() -> RunManifest {
        RunManifest(
            commandLine: ["oplab", "bench"], seed: 7, profile: .quick, runner: runner,
            toolchain: Toolchain(swift: "Swift version 6"), commit: nil)
    }

    @Test func measurementsRoundTripThroughCSV() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/measurements.csv"
        let measurements = [
            measurement(412.5), measurement(1.0 / 3, round: 4), measurement(nil, round: 5),
            measurement(0, round: nil), measurement(1e-7, round: 6, note: "a \"b\", c\nd"),
        ]
        let file = try MeasurementCSV(creating: path)
        for measurement in measurements { try file.append(measurement) }
        #expect(try MeasurementCSV.read(path) == measurements)
    }

    /// Readers know the columns by name; what is documented stays.
    @Test func columnsEqualTheDocumentedOnes() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/measurements.csv"
        try MeasurementCSV(creating: path).append(measurement(412.5))
        #expect(
            try TextFile.contents(path) == """
                queue,scenario,parameters,process,round,position,pair,metric,unit,value,seed,driver,note,\
                strategy,steal,pressure,involuntary_switches,flags,rules_version
                "in,line",empty,limit=2;operations=5,0,3,1,9,wall_time,ns/operation,412.5,4503599627370496,\
                thread,,eager,0,,3,overloaded;unsettled,\(RuleBook.version)

                """)
    }

    @Test func missingValueIsAnEmptyCell() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/measurements.csv"
        try MeasurementCSV(creating: path).append(measurement(nil))
        let table = try CSV<Named>(string: try TextFile.contents(path))
        #expect(table.rows.first?["value"] == "")
    }

    @Test func manifestRoundTripsWithItsState() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/manifest.json"
        let results = try BenchmarkResults(creating: folder.path, manifest())
        let before = try RunManifest.read(path)
        #expect(before == results.manifest)
        #expect(before.state == .running && before.ended == nil && before.runs == 0)
        #expect(before.schemaVersion == 3 && before.seed == 7 && before.plannedRuns == 6 + 2)
        #expect(try MeasurementCSV.read(folder.path + "/measurements.csv") == [])

        try await runner.run(in: launcher) { try results.append($0) }
        #expect(try RunManifest.read(path).state == .running)
        try results.end(.interrupted)
        let after = try RunManifest.read(path)
        #expect(after.state == .interrupted && after.ended != nil && after.runs == 6 + 2)
        #expect(Set(try folder.names()) == ["manifest.json", "measurements.csv"])
    }

    /// The format ends with comments in brackets; whoever plots it leaves out what begins with a number sign.
    @Test func latenciesCarryTheVersionOfTheRules() async throws {
        let folder = try TemporaryFolder()
        let results = try BenchmarkResults(creating: folder.path, manifest())
        var latencies = LatencyHistogram()
        try latencies.record(5_000)
        try results.append(
            BenchmarkRun(
                subject: SubjectID(queue: "inline"),
                benchmarkCase: BenchmarkCase(EmptyScenario(limit: 1, operations: 10)), driver: "thread",
                process: 0, place: RunPlace(round: 0, position: 0, pair: 0), seed: 1,
                outcome: .passed([], latency: latencies)))
        try results.writeHistograms()
        let file = try #require(try TemporaryFolder.names(in: folder.file("latency")).first)
        let comments = try folder.read("latency/" + file).split(separator: "\n").filter { $0.hasPrefix("#[") }
        #expect(comments.count == 4 && comments.last == "#[Rules   = \(RuleBook.version)]")
    }

    @Test func writingRefusesToOverwriteFiles() throws {
        let folder = try TemporaryFolder()
        let first = try BenchmarkResults(creating: folder.path, manifest())
        var other = manifest()
        other.seed = 8
        #expect(
            throws: FileError(action: "create", path: folder.path + "/manifest.json", reason: "File exists")
        ) {
            try BenchmarkResults(creating: folder.path, other)
        }
        #expect(try RunManifest.read(folder.path + "/manifest.json") == first.manifest)
        #expect(Set(try folder.names()) == ["manifest.json", "measurements.csv"])
    }

    @Test func summaryContainsMachineTimesAndRules() async throws {
        let folder = try TemporaryFolder()
        let conformance = folder.path + "/conformance.csv"
        let writer = try CSVWriter(creating: conformance, columns: ["rule", "queue", "verdict", "standing"])
        try writer.append(["1.1", "lock", "passed", "kept"])
        try writer.append(["1.2", "lock", "passed", "kept"])
        try writer.append(["1.1", "actor", "failed", "broken"])
        try writer.append(["1.2", "actor", "failed", "expected"])
        let tally = try ConformanceTally(reading: conformance)
        #expect(tally.count("kept", of: "lock") == 2 && tally.count("kept", of: "actor") == 0)
        #expect(tally.rules("expected", of: "actor") == ["1.2"])

        var summary = BenchmarkSummary(of: runner, seed: 1)
        try await runner.run(in: launcher) { for row in $0.measurements { summary.add(row) } }
        let text = SummaryMarkdown.text(manifest(), summary, conformance: tally)
        #expect(
            text.contains(
                """
                | queue | passed | expected | broken |
                |---|---:|---:|---:|
                | lock | 2 | 0 | 0 |
                | actor | 0 | 1 | 1 |
                """)
        )
        #expect(text.contains("- rules: version \(RuleBook.version)\n"))
        #expect(text.contains("- seed: 7\n"))
        #expect(text.contains("- commit: unknown\n"))
        #expect(text.contains("## empty, limit 1, operations 10, producers 1: ns per operation"))
        #expect(text.contains("\n| inline | "))
        let table = TextTable(summary.tables[0], SubjectNames(summary.subjects))
        #expect(table.columns == ["queue", "wall", "CPU", "95% interval"])
    }
}
