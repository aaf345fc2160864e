import QueueBenchmarking
import TestSupport
import Testing

@testable import Reporting
@testable import TextFormats

@Suite struct RunDigestTests {
    @Test func digestNamesBrokenRulesAndRatios() throws {
        let path = try TemporaryFolder()
        let file = path.path + "/conformance.csv"
        let writer = try CSVWriter(creating: file, columns: ["rule", "queue", "standing"])
        try writer.append(["1.1", "lock", "kept"])
        try writer.append(["1.2", "lock", "broken"])
        try writer.append(["1.2", "dispatch-serial", "expected"])
        let sizes = [1, 2].map {
            BenchmarkCase(scenario: "empty", parameters: ScenarioParameters(["limit": $0]))
        }
        var rows: [[Measurement]] = []
        for (size, factor) in zip(sizes, [1.0, 4]) {
            rows.append(MadeUpSummary.row("foundation", size, pair: 0, [Reading(.processCPUTime, 400)]))
            rows.append(MadeUpSummary.row("lock", size, pair: 0, [Reading(.processCPUTime, 100 * factor)]))
            rows.append(MadeUpSummary.row("inline", size, pair: 0, [Reading(.processCPUTime, 1)]))
        }
        rows.append(MadeUpSummary.row("dispatch-serial", sizes[0], pair: 0, [Reading(.processCPUTime, 200)]))
        let digest = RunDigest(MadeUpSummary.of(rows), conformance: try ConformanceTally(reading: file))
        #expect(digest.rules == ["lock: 1 passed, 1 broken (1.2)", "dispatch-serial: 1 expected (1.2)"])
        #expect(digest.results.count == 1 && !digest.results[0].hasPrefix("FAILED CHECK: "))
        #expect(
            digest.table
                == [
                    ["", "", "dispatch-"], ["", "lock", "serial"], ["empty *", "0.50", "0.50"],
                ])
        #expect(digest.legend.count == 2)
        #expect(digest.legend[0].hasPrefix("No ratio is marked, because none has an interval: "))
        #expect(digest.legend[1].hasPrefix("*: a mean that hides much: "))
    }

    /// One queue takes always half as long, and another now half and now twice as long.
    @Test func digestMarksRatiosThatMayBeOne() throws {
        let one = BenchmarkCase(scenario: "empty", parameters: ScenarioParameters(["limit": 1]))
        let rows = (0..<10).flatMap { pair in
            [("foundation", 100.0), ("lock", 50), ("actor", pair.isMultiple(of: 2) ? 50 : 190)].map {
                MadeUpSummary.row($0.0, one, pair: pair, [Reading(.processCPUTime, $0.1)])
            }
        }
        let digest = RunDigest(MadeUpSummary.of(rows), conformance: nil)
        #expect(digest.table == [["", "lock", "actor"], ["empty", "0.50", "≈1.20"]])
        #expect(digest.legend == ["≈: no significant difference: the 95% interval contains 1."])
        let clear = RunDigest(
            MadeUpSummary.of(rows.filter { $0[0].subject.queue != "actor" }), conformance: nil)
        #expect(clear.legend.isEmpty)
    }

    /// Too few rounds say nothing about significance.
    @Test func ratioWithoutIntervalHasNoMarkAndAReason() {
        let cases = ["empty", "chain"].map {
            BenchmarkCase(scenario: $0, parameters: ScenarioParameters(["limit": 1]))
        }
        let rows = zip(cases, [6, 4]).flatMap { benchmarkCase, rounds in
            (0..<rounds).flatMap { pair in
                [("foundation", 100.0), ("lock", 99 + Double(pair % 3))].map {
                    MadeUpSummary.row($0.0, benchmarkCase, pair: pair, [Reading(.processCPUTime, $0.1)])
                }
            }
        }
        let digest = RunDigest(MadeUpSummary.of(rows), conformance: nil)
        #expect(digest.table == [["", "lock"], ["empty", "≈1.00"], ["chain", "1.00"]])
        #expect(digest.legend.count == 2)
        #expect(
            digest.legend.last == "Without an interval, and so not marked: chain: an interval takes 6 rounds."
        )
    }

    /// `lock` is how the command line calls it.
    @Test func strategyIsShownOnlyWhereAQueueHasSeveral() {
        let benchmarkCase = BenchmarkCase(scenario: "empty", parameters: ScenarioParameters(["limit": 1]))
        func row(_ queue: String, _ strategy: String) -> [Measurement] {
            MadeUpSummary.row(
                queue, strategy: strategy, benchmarkCase, pair: 0, [Reading(.processCPUTime, 10)])
        }
        let one = [row("foundation", ""), row("lock", "lingering")]
        let two = one + [row("lock", "eager")]
        let text = BenchmarkText.text(MadeUpSummary.of(one))
        #expect(text.contains("\nlock  ") && !text.contains("lingering"))
        #expect(RunDigest(MadeUpSummary.of(one), conformance: nil).table[0] == ["", "lock"])
        let both = BenchmarkText.text(MadeUpSummary.of(two))
        #expect(both.contains("\nlock/lingering  ") && both.contains("\nlock/eager  "))
        #expect(
            RunDigest(MadeUpSummary.of(two), conformance: nil).table[0]
                == ["", "lock/lingering", "lock/eager"])
    }

    @Test func textOfManyQueuesFitsEightyColumns() {
        let benchmarkCase = BenchmarkCase(scenario: "empty", parameters: ScenarioParameters(["limit": 1]))
        let rows = (0..<12).map {
            MadeUpSummary.row(
                "queue-\($0)", benchmarkCase, pair: 0, [Reading(.processCPUTime, 10)],
                driver: $0 < 3 ? "task" : "thread")
        }
        let lines = BenchmarkText.text(MadeUpSummary.of(rows)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.contains { $0.hasPrefix("In empty, the calls come from a task for queue-0, ") })
    }

    @Test func digestSaysThatNothingWasMeasured() {
        #expect(RunDigest(MadeUpSummary.of([]), conformance: nil).results == ["Nothing was measured."])
    }
}
