import TestSupport
import Testing

@testable import QueueBenchmarking
@testable import Reporting
@testable import TextFormats

@Suite struct SummaryTableTests {
    private static let latency = BenchmarkCase(
        scenario: "latency", parameters: ScenarioParameters(["limit": 1, "load": 90]))

    /// The one run that has enough latencies for a quantile is also the one of the largest: its quantile stands alone.
    @Test func quantileMissingInSomeRunsIsLeftOutWithANote() throws {
        let rows = (0..<3).map { pair in
            let factor = pair == 0 ? 10.0 : 1
            return MadeUpSummary.row(
                "lock", Self.latency, pair: pair,
                [
                    Reading(.latencyP50, 1_000 * factor), Reading(.latencyP90, 2_000 * factor),
                    Reading(.latencyP99, pair == 0 ? 50_000 : nil), Reading(.latencyMaximum, 6_000 * factor),
                    Reading(.latencyCount, 900),
                ])
        }
        let table = TextTable(try #require(MadeUpSummary.of(rows).tables.first), .full)
        #expect(table.columns == ["queue", "p50", "p90", "p99", "max"])
        #expect(table.rows == [["lock", "1.0", "2.0", "", "6.0"]])
        #expect(table.notes.count == 1 && table.notes[0].hasPrefix("lock has no p99: "))
    }

    /// Processor time says little about operations that block.
    @Test func timeBeyondOneOperationIsShownAndComparedInItsPlace() throws {
        let benchmarkCase = BenchmarkCase(BlockingScenario(limit: -1, milliseconds: 100, operations: 8))
        let rows = [("foundation", 250_000_000.0), ("lock", 50_000_000)].map { queue, excess in
            MadeUpSummary.row(
                queue, benchmarkCase, pair: 0, [Reading(.processCPUTime, 10), Reading(.excessTime, excess)])
        }
        let summary = MadeUpSummary.of(rows)
        let table = TextTable(try #require(summary.tables.first), .full)
        #expect(table.title.hasSuffix(": ns per operation; excess in ms"))
        #expect(table.columns.last == "excess" && table.rows.map(\.last) == ["250.0", "50.0"])
        let digest = RunDigest(summary, conformance: nil)
        #expect(digest.table == [["", "lock"], ["blocking (excess)", "0.20"]])
    }

    @Test(arguments: [(5, true), (6, false)])
    func missingIntervalHasAReason(rounds: Int, isMissing: Bool) {
        let benchmarkCase = BenchmarkCase(scenario: "empty", parameters: ScenarioParameters(["limit": 1]))
        let rows = (0..<rounds).map {
            MadeUpSummary.row("lock", benchmarkCase, pair: $0, [Reading(.processCPUTime, 10 + Double($0))])
        }
        let sentence = RunDoubts.missingIntervals(MadeUpSummary.of(rows).tables)
        #expect((sentence != nil) == isMissing)
        guard let sentence else { return }
        #expect(sentence.contains(" 6 rounds "))
        let text = SummaryMarkdown.text(
            .made(subjects: ["lock"], cases: []), MadeUpSummary.of(rows), conformance: nil)
        #expect(text.contains(sentence))
    }

    /// Four rounds are not one.
    @Test func comparisonStatesHowManyRoundsItNeeds() throws {
        let benchmarkCase = BenchmarkCase(scenario: "empty", parameters: ScenarioParameters(["limit": 1]))
        let folder = try TemporaryFolder()
        let results = try BenchmarkResults(
            creating: folder.path, .made(subjects: ["lock", "foundation"], cases: [benchmarkCase]))
        for (queue, cost) in [("lock", 10.0), ("foundation", 40)] {
            for round in 0..<4 {
                try results.append(
                    BenchmarkRun(
                        subject: SubjectID(queue: queue), benchmarkCase: benchmarkCase, driver: "thread",
                        process: 0,
                        place: RunPlace(round: round, position: 0, pair: round), seed: 1,
                        outcome: .passed([Reading(.processCPUTime, cost)])))
            }
        }
        try results.end(.finished)
        let run = try RunFolder(reading: folder.path)
        let comparison = RunComparison(
            run.summary(), anchor: SubjectID(queue: "foundation"), metrics: [.processCPUTime])
        let notes = ComparisonReport(run, comparison).tables.flatMap(\.notes)
        #expect(notes.contains("lock: no interval: 4 rounds, and 6 are needed."))
    }

    @Test func busyMachineAndInterruptionAreReported() {
        var manifest = RunManifest.made(subjects: ["lock"], cases: [])
        manifest.state = .interrupted
        manifest.machine = MachineDescription(
            host: "h", system: "s", architecture: "a", processorModel: nil, processors: 2, memoryBytes: nil,
            loadAverage: 25)
        let sentences = RunDoubts.sentences(manifest, of: "The run")
        #expect(sentences.contains { $0.contains("load of 25.0 on 2 processors") })
        #expect(
            sentences.contains {
                $0.contains("(interrupted)") && $0.contains(" 0 of \(manifest.plannedRuns) ")
            })
        let text = SummaryMarkdown.text(manifest, MadeUpSummary.of([]), conformance: nil)
        #expect(text.contains("load of 25.0") && text.contains("(interrupted)"))
    }

    @Test func nameThatContainsTheWordIsNearest() {
        let names = ["threads", "wall_time", "process_cpu_time", "latency_p50", "capacity"]
        #expect(NearestNames.names(to: "cpu", among: names, count: 1) == ["process_cpu_time"])
        #expect(NearestNames.names(to: "cpu time", among: names, count: 1) == ["process_cpu_time"])
        #expect(NearestNames.names(to: "wal_tme", among: names, count: 1) == ["wall_time"])
    }
}
