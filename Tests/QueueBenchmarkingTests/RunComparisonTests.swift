import BenchmarkStatistics
import Testing

@testable import QueueBenchmarking

@Suite struct RunComparisonTests {
    private static let benchmarkCase = BenchmarkCase(EmptyScenario(limit: 1, operations: 10))

    /// Measurements of queues, a list of values each, pair by pair.
    static func summary(
        _ values: KeyValuePairs<String, [Double]>, of metric: Metric = .processCPUTime,
        at benchmarkCase: BenchmarkCase = benchmarkCase, flags: [RunFlag] = []
    ) -> BenchmarkSummary {
        var summary = BenchmarkSummary(seed: 1)
        add(values, of: metric, at: benchmarkCase, flags: flags, to: &summary)
        return summary
    }

    static func add(
        _ values: KeyValuePairs<String, [Double]>, of metric: Metric = .processCPUTime,
        at benchmarkCase: BenchmarkCase = benchmarkCase, flags: [RunFlag] = [],
        to summary: inout BenchmarkSummary
    ) {
        for (queue, values) in values {
            for (round, value) in values.enumerated() {
                let run = BenchmarkRun(
                    subject: SubjectID(queue: queue), benchmarkCase: benchmarkCase, driver: "thread",
                    process: 0,
                    place: RunPlace(round: round, position: 0, pair: round), seed: 1,
                    outcome: .passed([Reading(metric, value)], flags: flags))
                for row in run.measurements { summary.add(row) }
            }
        }
    }

    private func comparison(_ summary: BenchmarkSummary, metric: Metric = .processCPUTime) throws
        -> RunComparison
    {
        RunComparison(summary, anchor: try #require(summary.defaultAnchor), metrics: [metric])
    }

    @Test func ratioIsReportedBesideTheAnchor() throws {
        let summary = Self.summary([
            "lock": [10, 20, 30, 40, 50, 60], "foundation": [20, 40, 60, 80, 100, 120],
        ])
        let comparison = try comparison(summary)
        #expect(comparison.anchor == SubjectID(queue: "foundation"))
        let table = try #require(comparison.tables.first)
        #expect(table.lines.map(\.ratio?.point) == [0.5, 1])
        #expect(table.lines.map(\.isBest) == [true, false])
        #expect(table.lines[0].ratio?.interval?.upper == 0.5)
    }

    @Test func overlappingQueuesAreNotMarkedBest() throws {
        let summary = Self.summary([
            "lock": [10, 20, 30, 40, 50, 60], "actor": [60, 10, 50, 20, 40, 30],
            "foundation": [100, 100, 100, 100, 100, 100],
        ])
        let lines = try #require(try comparison(summary).tables.first).lines
        #expect(!lines.contains { $0.isBest })
        let separated = Self.summary([
            "lock": [10, 11, 12, 10, 11, 12], "actor": [20, 22, 21, 20, 22, 21],
            "inline": [1, 1, 1, 1, 1, 1], "foundation": [100, 100, 100, 100, 100, 100],
        ])
        // What runs without a queue is no queue that could be the best.
        #expect(
            try comparison(separated).tables.first?.lines.filter(\.isBest).map(\.subject.queue) == ["lock"])
    }

    @Test func queueWithoutIntervalMayBeBest() throws {
        let summary = Self.summary([
            "lock": [10, 10, 10, 10, 10, 10], "actor": [1], "foundation": [100, 100, 100, 100, 100, 100],
        ])
        let lines = try #require(try comparison(summary).tables.first).lines
        #expect(!lines.contains { $0.isBest })
        #expect(lines[1].ratio != nil && lines[1].ratio?.interval == nil)
    }

    @Test func higherRateIsBest() throws {
        let values: KeyValuePairs<String, [Double]> = [
            "lock": [10, 10, 10, 10, 10, 10], "foundation": [20, 20, 20, 20, 20, 20],
        ]
        #expect(
            try comparison(Self.summary(values, of: .capacity), metric: .capacity).tables[0].lines.map(
                \.isBest) == [false, true])
        #expect(
            try comparison(Self.summary(values, of: .warmUps), metric: .warmUps).tables[0].lines.map(
                \.isBest) == [false, false])
    }

    @Test func failuresOverloadsAndOutliersAreReported() throws {
        let values = [10.0, 10, 11, 11, 12, 12, 500]
        var summary = Self.summary(
            ["foundation": values], of: .latencyP99, flags: [.overloaded])
        let failed = BenchmarkRun(
            subject: SubjectID(queue: "lock"), benchmarkCase: Self.benchmarkCase, driver: "thread",
            process: 0,
            place: RunPlace(round: 0, position: 0, pair: 0), seed: 1, outcome: .failed(reason: "lost one"))
        for row in failed.measurements { summary.add(row) }
        let table = try #require(try comparison(summary, metric: .latencyP99).tables.first)
        #expect(table.lines.map(\.overloaded) == [7, 0])
        #expect(table.lines.map(\.outliers) == [1, 0])
        #expect(table.lines.map(\.failures) == [[], ["lost one"]])
        #expect(table.lines.map(\.runs) == [7, 0])
        #expect(table.lines[1].median == nil && table.lines[1].ratio == nil)
    }

    @Test func anchorIsFoundationOrTheFirstQueueInAllCases() {
        let other = BenchmarkCase(EmptyScenario(limit: 2, operations: 10))
        var summary = Self.summary(["some": [1], "everywhere": [1]])
        Self.add(["everywhere": [1]], at: other, to: &summary)
        #expect(summary.defaultAnchor == SubjectID(queue: "everywhere"))
        Self.add(["foundation": [1]], at: other, to: &summary)
        #expect(summary.defaultAnchor == SubjectID(queue: "foundation"))

        var nowhere = Self.summary(["some": [1]])
        Self.add(["other": [1]], at: other, to: &nowhere)
        #expect(nowhere.defaultAnchor == nil)
        #expect(BenchmarkSummary(seed: 1).defaultAnchor == nil)
    }

    @Test func caseWithoutTheAnchorIsNotCompared() throws {
        let other = BenchmarkCase(EmptyScenario(limit: 2, operations: 10))
        var summary = Self.summary(["foundation": [1, 1], "lock": [1, 1]])
        Self.add(["lock": [1, 1]], at: other, to: &summary)
        let tables = try comparison(summary).tables
        #expect(tables.map(\.hasAnchor) == [true, false])
        #expect(tables[1].lines.map { $0.ratio?.point } == [nil])
    }

    // MARK: Two runs

    @Test func ratioOfRatiosIsIndependentOfTheMachine() throws {
        // The second machine is ten times slower, and the lock became twice as fast beside Foundation.
        let first = Self.summary([
            "lock": [20, 22, 24, 20, 22, 24], "foundation": [40, 44, 48, 40, 44, 48], "only": [1, 1, 1],
        ])
        let second = Self.summary([
            "foundation": [400, 440, 480, 400, 440, 480], "lock": [100, 110, 120, 100, 110, 120],
            "new": [1, 1, 1],
        ])
        let comparison = try CrossRunComparison(first, second, anchor: nil, metrics: [.processCPUTime])
        #expect(comparison.anchor == SubjectID(queue: "foundation"))
        let lines = try #require(comparison.tables.first).lines
        #expect(lines.map(\.subject.queue) == ["lock"])
        #expect(lines[0].ratio?.point == 0.5)
        #expect(lines[0].ratio?.interval == Estimate.Interval(lower: 0.5, upper: 0.5, confidence: 0.95))
        let backwards = try CrossRunComparison(
            second, first, anchor: SubjectID(queue: "lock"), metrics: [.processCPUTime])
        #expect(backwards.tables.first?.lines.map(\.subject.queue) == ["foundation"])
        #expect(backwards.tables.first?.lines.first?.ratio?.point == 0.5)
    }

    @Test func runsWithNothingInCommonAreRefused() throws {
        let first = Self.summary(["lock": [1], "foundation": [1]])
        let elsewhere = Self.summary(
            ["lock": [1], "foundation": [1]], at: BenchmarkCase(EmptyScenario(limit: 2, operations: 10)))
        func refusal(_ second: BenchmarkSummary, _ anchor: String? = nil) -> CrossRunComparison.Refusal? {
            #expect(throws: CrossRunComparison.Refusal.self) {
                try CrossRunComparison(
                    first, second, anchor: anchor.map { SubjectID(queue: $0) }, metrics: [.processCPUTime])
            }
        }
        #expect(refusal(elsewhere) == .nothingInCommon)
        #expect(refusal(Self.summary(["actor": [1]])) == .nothingInCommon)
        #expect(refusal(Self.summary(["lock": [1]])) == .noAnchor)
        #expect(refusal(Self.summary(["lock": [1], "actor": [1]])) == .noAnchor)
        #expect(
            refusal(Self.summary(["lock": [1], "foundation": [1], "actor": [1]]), "actor")
                == .missing(anchor: SubjectID(queue: "actor")))
    }
}
