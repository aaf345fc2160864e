import BenchmarkStatistics
import Testing

@testable import QueueBenchmarking

@Suite struct GranularitySummaryTests {
    private static let sizes = [500, 2_000, 8_000]

    private func summary(
        pattern: DependencyPattern = .stencil, rounds: Int = 8, driver: String = "thread",
        _ efficiency: (_ size: Int, _ round: Int) -> Double?
    ) -> BenchmarkSummary {
        var summary = BenchmarkSummary(seed: 1)
        // The order of cases is not that of sizes.
        for size in Self.sizes.reversed() {
            for round in 0..<rounds {
                let value = efficiency(size, round)
                let run = BenchmarkRun(
                    subject: SubjectID(queue: "lock"),
                    benchmarkCase: BenchmarkCase(
                        GranularityScenario(
                            limit: 2, pattern: pattern, width: 8, steps: 50, nanoseconds: size)),
                    driver: driver, process: 0,
                    place: RunPlace(round: round, position: 0, pair: round * 10 + size), seed: 1,
                    outcome: value.map { .passed([Reading(.efficiency, $0), Reading(.processCPUTime, 1)]) }
                        ?? .failed(reason: "it was early"))
                for row in run.measurements { summary.add(row) }
            }
        }
        return summary
    }

    private func line(_ summary: BenchmarkSummary) throws -> GranularitySummary.Line {
        let lines = GranularitySummary(summary).lines
        #expect(lines.count == 1)
        return try #require(lines.first)
    }

    @Test func efficiencyOfOneHalfIsInterpolated() throws {
        let line = try line(summary { size, _ in size == 500 ? 0.2 : size == 2_000 ? 0.4 : 0.6 })
        #expect(line.pattern == .stencil && line.parameters["pattern"] == 2 && line.parameters["limit"] == 2)
        #expect(line.sizes == Self.sizes && line.efficiencies.map(\.point) == [0.2, 0.4, 0.6])
        #expect(line.rounds == 8 && line.incompleteRounds == 0 && line.refusal == nil && !line.isStepwise)
        guard case .at(let size) = line.crossing?.size else {
            Issue.record("no size: \(line)")
            return
        }
        #expect(abs(size - 4_000) < 1e-6 && line.crossing?.interval != nil)
    }

    @Test func curveThatStaysBelowHasNoSize() throws {
        let line = try line(summary { _, _ in 0.3 })
        #expect(line.crossing?.size == .above(8_000))
        #expect(line.crossing?.interval?.upper == .above(8_000))
    }

    @Test func failedRunsAreNotCounted() throws {
        let line = try line(summary { $0 == 2_000 && $1 < 3 ? nil : Double($0) / 8_000 })
        #expect(line.rounds == 5 && line.incompleteRounds == 3 && line.runs == 21)
        #expect(line.failures == Array(repeating: "it was early", count: 3))
        #expect(line.crossing != nil && line.crossing?.interval == nil)
        let wrong = try self.line(summary { _, _ in nil })
        #expect(wrong.crossing == nil && wrong.refusal?.hasPrefix("there are values of 0 sizes") == true)
        #expect(wrong.failures.count == 24 && wrong.sizes.isEmpty)
    }

    @Test func queueThatWaitsForEachStepIsNamed() throws {
        let line = try line(summary(driver: "thread-stepwise") { _, _ in 0.6 })
        #expect(line.isStepwise && line.crossing?.size == .below(500))
    }

    @Test func otherScenariosHaveNone() {
        #expect(GranularitySummary(RunComparisonTests.summary(["lock": [1, 2]])).lines.isEmpty)
    }

    /// Some queues wait for each step, and others don't.
    @Test func processorTimesAreNotCompared() {
        let summary = summary { _, _ in 0.6 }
        #expect(ScenarioLeaders(summary).rows.isEmpty)
        let lock = SubjectID(queue: "lock")
        let metrics: [Metric] = [.processCPUTime, .efficiency]
        let compared = RunComparison(summary, anchor: lock, metrics: metrics)
        #expect(compared.tables.map(\.metric) == Array(repeating: .efficiency, count: 3))
        #expect(compared.granularity.lines.count == 1)
    }
}
