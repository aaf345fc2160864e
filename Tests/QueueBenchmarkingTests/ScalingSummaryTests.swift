import BenchmarkStatistics
import Testing

@testable import QueueBenchmarking

@Suite struct ScalingSummaryTests {
    private static let sizes = [10, 20, 40, 80]

    /// A summary of chains whose whole cost is `cost` of size and round.
    private func summary(
        sizes: [Int] = sizes, rounds: Int = 4, _ cost: (Int, Int) -> Double?
    ) -> BenchmarkSummary {
        var summary = BenchmarkSummary(seed: 1)
        for size in sizes {
            for round in 0..<rounds {
                guard let cost = cost(size, round) else { continue }
                let run = BenchmarkRun(
                    subject: SubjectID(queue: "lock"),
                    benchmarkCase: BenchmarkCase(ChainScenario(limit: 2, operations: size)),
                    driver: "thread", process: 0,
                    place: RunPlace(round: round, position: 0, pair: round * 10 + size), seed: 1,
                    outcome: .passed([Reading(.processCPUTime, cost / Double(size))]))
                for row in run.measurements { summary.add(row) }
            }
        }
        return summary
    }

    private func line(_ summary: BenchmarkSummary) throws -> ScalingSummary.Line {
        let lines = ScalingSummary(summary).lines
        #expect(lines.count == 1)
        return try #require(lines.first)
    }

    @Test(arguments: [(1, false), (2, true)])
    func exponentIsThatOfTheWholeCost(exponent: Int, isSteep: Bool) throws {
        let line = try line(
            summary { size, round in
                Double(100 + round) * (exponent == 1 ? Double(size) : Double(size * size))
            })
        let slope = try #require(line.slope)
        #expect(slope.method == .studentOfRounds)
        #expect(abs(slope.slope.point - Double(exponent)) < 1e-9)
        #expect(line.isSteep == isSteep)
        #expect(line.scenario == "chain" && line.parameters == ScenarioParameters(["limit": 2]))
        #expect(line.sizes == Self.sizes && line.rounds == 4 && line.incompleteRounds == 0)
    }

    @Test func intervalThatReachesOneIsNotSteep() throws {
        // Some rounds are linear, some quadratic.
        let line = try line(
            summary(rounds: 6) { size, round in
                round.isMultiple(of: 2) ? Double(size) : Double(size * size)
            })
        #expect(abs((line.slope?.slope.point ?? 0) - 1.5) < 1e-9)
        #expect(!line.isSteep)
    }

    @Test func incompleteRoundsAreNotCounted() throws {
        let line = try line(summary { $0 == 40 && $1 == 2 ? nil : Double($0) })
        #expect(line.rounds == 3 && line.incompleteRounds == 1 && line.slope != nil)
    }

    @Test func tooFewRoundsAreInconclusive() throws {
        let few = try line(summary(sizes: [10, 20, 40]) { size, _ in Double(size) })
        #expect(few.slope == nil && few.refusal?.hasPrefix("3 sizes") == true)
        let torn = try line(summary(rounds: 4) { size, round in size == 10 * (1 << round) ? 1 : nil })
        #expect(torn.slope == nil && torn.refusal != nil && torn.rounds == 0)
        let free = try line(summary { size, _ in size == 10 ? 0 : 1 })
        #expect(free.slope == nil && free.refusal?.contains(" 0.0") == true)
        #expect([few, torn, free].allSatisfy { !$0.isSteep })
    }

    @Test func otherScenariosHaveNoSize() {
        #expect(ScalingSummary(RunComparisonTests.summary(["lock": [1, 2]])).lines.isEmpty)
    }
}
