import QueueBenchmarking
import Testing
import TextFormats

@testable import Reporting

@Suite struct ScalingTableTests {
    /// Chains of which each queue has its own number of rounds, at some sizes.
    private func summary(_ queues: KeyValuePairs<String, (sizes: [Int], rounds: Int)>) -> BenchmarkSummary {
        var summary = BenchmarkSummary(seed: 1)
        for (queue, (sizes, rounds)) in queues {
            for size in sizes {
                for round in 0..<rounds {
                    let run = BenchmarkRun(
                        subject: SubjectID(queue: queue),
                        benchmarkCase: BenchmarkCase(ChainScenario(limit: 2, operations: size)),
                        driver: "thread",
                        process: 0, place: RunPlace(round: round, position: 0, pair: round), seed: 1,
                        outcome: .passed([Reading(.processCPUTime, Double(size))]))
                    for row in run.measurements { summary.add(row) }
                }
            }
        }
        return summary
    }

    @Test func tableStatesItsReliability() throws {
        let summary = summary([
            "many": ([10, 20, 40, 80], 10), "few": ([10, 20, 40, 80], 4), "one": ([10, 20, 40, 80], 1),
            "small": ([10, 20, 40], 10),
        ])
        let table = try #require(TextTable.scaling(ScalingSummary(summary), .full).first)
        #expect(table.columns == ["queue", "exponent (95%)", "n", "rounds", ""])
        #expect(
            table.rows == [
                ["many", "2.00 (2.00–2.00)", "10–80", "10", "STEEP"],
                ["few", "2.00 (2.00–2.00)", "10–80", "4", "STEEP"],
                ["one", "2.00 (2.00–2.00)", "10–80", "1", "STEEP"],
                ["small", "inconclusive", "10–40", "10", ""],
            ])
        let notes = table.notes.filter { !$0.hasPrefix("STEEP: ") }
        try #require(notes.count == 2)
        #expect(notes[0].hasPrefix("one: one round "))
        #expect(notes[1].hasPrefix("small: inconclusive: 3 sizes"))
    }

    @Test func summaryContainsTheExponents() {
        let manifest = RunManifest.made(subjects: ["lock"], cases: [])
        let text = SummaryMarkdown.text(
            manifest, summary(["lock": ([10, 20, 40, 80], 10)]), conformance: nil)
        #expect(text.contains("## chain, limit 2: "))
        #expect(text.contains("| lock | 2.00 (2.00–2.00) | 10–80 | 10 | STEEP |"))
    }
}
