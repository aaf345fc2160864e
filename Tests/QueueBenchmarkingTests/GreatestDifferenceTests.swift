import BenchmarkStatistics
import Testing

@testable import QueueBenchmarking

@Suite struct GreatestDifferenceTests {
    private static func empty(_ limit: Int) -> BenchmarkCase {
        BenchmarkCase(EmptyScenario(limit: limit, operations: 10))
    }

    /// Processor times of queues at the case of a limit; the rounds vary by `noise`, in each queue otherwise.
    private static func summary(
        _ cases: [(limit: Int, costs: KeyValuePairs<String, Double>, noise: Double)], rounds: Int = 16
    ) -> BenchmarkSummary {
        var summary = BenchmarkSummary(seed: 1)
        for (limit, costs, noise) in cases {
            for (number, (queue, cost)) in costs.enumerated() {
                let values = (0..<rounds).map { round in
                    cost * (1 + noise * Double((round * (number * 2 + 3)) % 7 - 3) / 3)
                }
                RunComparisonTests.add([queue: values], of: .processCPUTime, at: empty(limit), to: &summary)
            }
        }
        return summary
    }

    private static func found(
        _ summary: BenchmarkSummary,
        where isChosen: (String, String, BenchmarkCase) -> Bool = { _, _, _ in true }
    ) -> GreatestDifference? {
        GreatestDifference(in: summary) { isChosen($0.queue, $1.queue, $2) }
    }

    @Test func queueThatTakesMostIsComparedWithTheOneThatTakesLeast() throws {
        let summary = Self.summary([
            (1, ["a": 100, "b": 200, "c": 300], 0.02), (2, ["a": 100, "b": 900, "c": 450], 0.02),
        ])
        let difference = try #require(Self.found(summary))
        #expect(difference.subject.queue == "b" && difference.other.queue == "a")
        #expect(difference.benchmarkCase == Self.empty(2))
        #expect(abs(difference.ratio.point - 9) < 0.3 && difference.ratio.interval!.lower > 1)
    }

    @Test func onlyWhatIsChosenIsCompared() throws {
        let summary = Self.summary([
            (1, ["a": 100, "b": 200, "c": 300], 0.02), (2, ["a": 100, "b": 900, "c": 450], 0.02),
        ])
        let first = try #require(
            Self.found(summary) { queue, _, one in queue == "b" && one == Self.empty(1) })
        #expect(
            first.subject.queue == "b" && first.other.queue == "a" && first.benchmarkCase == Self.empty(1))
        let second = try #require(Self.found(summary) { _, other, _ in other == "c" })
        #expect(
            second.subject.queue == "b" && second.other.queue == "c" && second.benchmarkCase == Self.empty(2))
        #expect(Self.found(summary) { queue, _, _ in queue == "a" } == nil)
    }

    /// The greater ratio is one of medians whose rounds lie far apart.
    @Test func differenceThatTheRoundsDontDecideIsPassedOver() throws {
        let summary = Self.summary([(1, ["a": 100, "b": 130], 0.9), (2, ["a": 100, "b": 120], 0.01)])
        let difference = try #require(Self.found(summary))
        #expect(difference.benchmarkCase == Self.empty(2))
        #expect(Self.found(Self.summary([(1, ["a": 100, "b": 200], 0.02)], rounds: 2)) == nil)
    }

    @Test func inlineQueueIsNoQueueToCompareWith() {
        #expect(Self.found(Self.summary([(1, ["inline": 10, "b": 200], 0.02)])) == nil)
    }
}
