import BenchmarkStatistics
import Testing

@testable import QueueBenchmarking

@Suite struct BenchmarkSummaryTests {
    private static let benchmarkCase = BenchmarkCase(EmptyScenario(limit: 1, operations: 10))

    private func row(_ queue: String, pair: Int?, _ time: Double, flags: [RunFlag] = []) -> [Measurement] {
        BenchmarkRun(
            subject: SubjectID(queue: queue), benchmarkCase: Self.benchmarkCase, driver: "thread", process: 0,
            place: pair.map { RunPlace(round: $0, position: 0, pair: $0) }, seed: 1,
            outcome: .passed([Reading(.processCPUTime, time), Reading(.threads, nil)], flags: flags)
        ).measurements
    }

    private func summary(_ rows: [[Measurement]]) -> BenchmarkSummary {
        var summary = BenchmarkSummary(seed: 1)
        for row in rows.joined() { summary.add(row) }
        return summary
    }

    @Test func summaryComparesOnlyPairsThatBothQueuesHave() throws {
        // The machine slows down tenfold half way, for both alike; one pair lacks its partner.
        let rows = (0..<10).flatMap { pair in
            [row("mine", pair: pair, pair < 5 ? 20 : 200)]
                + (pair == 9 ? [] : [row(BenchmarkSummary.reference, pair: pair, pair < 5 ? 40 : 400)])
        }
        let table = try #require(summary(rows + [row("mine", pair: nil, 1e6)]).tables.first)
        #expect(table.lines.map(\.subject.queue) == ["mine", BenchmarkSummary.reference])
        let mine = table.lines[0]
        #expect(mine.runs == 10)
        #expect(mine.medians[.processCPUTime]?.point == 110)
        #expect(mine.medians[.threads] == nil)
        let ratio = try #require(mine.ratios[.processCPUTime])
        #expect(ratio.point == 0.5)
        // Drawn in pairs, the drift cancels altogether.
        #expect(ratio.interval?.lower == 0.5 && ratio.interval?.upper == 0.5)
    }

    @Test func outliersAreReportedAndKept() throws {
        let rows = (0..<11).map { row("mine", pair: $0, $0 == 5 ? 1_000 : 100 + Double($0)) }
        let line = try #require(summary(rows).tables.first?.lines.first)
        #expect(line.outliers == 1)
        #expect(line.values[.processCPUTime]?.count == 11)
    }

    @Test func flagsAreCountedOncePerRun() throws {
        let rows = [row("mine", pair: 0, 1, flags: [.overloaded]), row("mine", pair: 1, 1)]
        let line = try #require(summary(rows).tables.first?.lines.first)
        #expect(line.flags == [.overloaded: 1])
    }

    @Test func warmUpIsNotCounted() throws {
        #expect(summary([row("mine", pair: nil, 5)]).tables.isEmpty)
    }

    @Test func parametersRoundTripAsText() {
        let parameters = ScenarioParameters(["rate": 1_000, "limit": 2])
        #expect(parameters.description == "limit=2;rate=1000")
        #expect(ScenarioParameters(parameters.description) == parameters)
        #expect(ScenarioParameters("") == ScenarioParameters([:]))
        for wrong in ["limit", "limit=x", "limit=1;limit=2", "a=1=2"] {
            #expect(ScenarioParameters(wrong) == nil)
        }
    }
}
