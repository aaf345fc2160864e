import BenchmarkStatistics
import Testing

@testable import QueueBenchmarking

@Suite struct BenchmarkSummaryTests {
    private let runner = BenchmarkRunner(
        subjects: [PlantedSubject(name: "mine"), PlantedSubject(name: BenchmarkSummary.reference)],
        scenarios: [EmptyScenario(limit: 1, operations: 10)], profile: .quick, seed: 1, processors: 2)

    private func run(_ queue: String, pair: Int?, _ time: Double) -> BenchmarkRun {
        BenchmarkRun(
            queue: queue, scenario: "empty", parameters: ScenarioParameters(["limit": 1, "operations": 10]),
            driver: "thread", process: 0,
            place: pair.map { RunPlace(round: $0, position: 0, pair: $0) }, seed: 1,
            outcome: .passed([Reading(.wallTime, time), Reading(.threads, nil)], latency: nil))
    }

    @Test func comparesOverThePairsThatBothHave() throws {
        var summary = BenchmarkSummary(of: runner, seed: 1)
        summary.add(run("mine", pair: nil, 1e6))
        // The machine slows down tenfold half way, for both alike; one pair lacks its partner.
        for pair in 0..<10 {
            summary.add(run("mine", pair: pair, pair < 5 ? 20 : 200))
            if pair != 9 { summary.add(run(BenchmarkSummary.reference, pair: pair, pair < 5 ? 40 : 400)) }
        }
        let table = try #require(summary.tables.first)
        #expect(table.lines.map(\.queue) == ["mine", BenchmarkSummary.reference])
        let mine = table.lines[0]
        #expect(mine.runs == 10)
        #expect(mine.medians[.wallTime]?.point == 110)
        #expect(mine.medians[.threads] == nil)
        let ratio = try #require(mine.ratios[.wallTime])
        #expect(ratio.point == 0.5)
        // Drawn in pairs, the drift cancels altogether.
        #expect(ratio.interval?.lower == 0.5 && ratio.interval?.upper == 0.5)
    }

    @Test func aWarmUpDoesNotCount() throws {
        var summary = BenchmarkSummary(of: runner, seed: 1)
        summary.add(run("mine", pair: nil, 5))
        #expect(summary.tables.first?.lines.isEmpty == true)
    }

    @Test func parametersReadBack() {
        let parameters = ScenarioParameters(["rate": 1_000, "limit": 2])
        #expect(parameters.description == "limit=2;rate=1000")
        #expect(ScenarioParameters(parameters.description) == parameters)
        #expect(ScenarioParameters("") == ScenarioParameters([:]))
        for wrong in ["limit", "limit=x", "limit=1;limit=2", "a=1=2"] {
            #expect(ScenarioParameters(wrong) == nil)
        }
    }
}
