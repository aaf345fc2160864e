import QueueBenchmarking
import Testing

@testable import OperationLabTool

@Suite struct ReadmeFiguresTests {
    @Test(arguments: [
        ([], [], ""), (["fan"], [], " This run is older than the scenario `fan`."),
        (
            ["fan", "pool"], ["1.1"],
            " This run is older than the scenarios `fan`, `pool` and the rule `1.1`."
        ),
        ([], ["12.*"], " This run is older than the rules `12.*`."),
    ])
    func sentenceAgreesWithTheNumberOfThingsThatARunLacks(
        scenarios: [String], rules: [String], sentence: String
    ) {
        #expect(ReadmeFigures.gaps(scenarios, rules) == sentence)
    }

    private func granularity(_ summary: BenchmarkSummary) -> String {
        ReadmeGranularity.text(GranularitySummary(summary), ScalingSummary(summary)) { queue in
            queue == "inline" ? nil : queue.uppercased()
        }
    }

    @Test func granularityHasItsHeadingAndTheExponents() {
        var summary = BenchmarkSummary(seed: 1)
        func add(_ scenario: any Scenario, _ queue: String, driver: String = "thread", _ reading: Reading) {
            for round in 0..<6 {
                let run = BenchmarkRun(
                    subject: SubjectID(queue: queue), benchmarkCase: BenchmarkCase(scenario), driver: driver,
                    process: 0, place: RunPlace(round: round, position: 0, pair: round), seed: 1,
                    outcome: .passed([reading]))
                for row in run.measurements { summary.add(row) }
            }
        }
        for (size, efficiency) in [(1_000, 0.25), (4_000, 0.75)] {
            let scenario = GranularityScenario(
                limit: 2, pattern: .allToAll, width: 8, steps: 50, nanoseconds: size)
            add(scenario, "lock", Reading(.efficiency, efficiency))
            add(scenario, "inline", Reading(.efficiency, 1))
            add(
                scenario, "dispatch", driver: "thread-stepwise",
                Reading(.efficiency, efficiency - 0.25))
        }
        let without = granularity(summary)
        #expect(without.hasPrefix("\n### Granularity\n\nMETG(50%), ") && !without.contains("exponent"))
        #expect(without.contains("8 tasks wide and 50 steps long, at limit 2."))
        #expect(without.contains("| pattern | LOCK | DISPATCH |\n"))
        #expect(
            without.contains("| all-to-all | 2.0 (2.0–2.0) | 4.0 (4.0–4.0) |\n\nDISPATCH has no dependencies")
        )
        for size in [10, 20, 40, 80] {
            add(ChainScenario(limit: -1, operations: size), "lock", Reading(.processCPUTime, 1))
        }
        #expect(granularity(summary).contains("| exponent of chain | 1.00 (1.00–1.00) |  |\n"))
    }

    @Test func runWithoutGranularityHasNoSection() {
        #expect(granularity(BenchmarkSummary(seed: 1)).isEmpty)
    }
}
