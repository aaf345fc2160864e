import BenchmarkStatistics
import Testing

@testable import QueueBenchmarking

@Suite struct ReplicaComparisonTests {
    private static let benchmarkCase = BenchmarkCase(EmptyScenario(limit: 1, operations: 10))

    /// Runs of the two replicas of a queue.
    private func runs(_ queue: String, _ first: [Double], _ second: [Double]) -> [BenchmarkRun] {
        [first, second].enumerated().flatMap { replica, values in
            values.enumerated().map { round, value in
                BenchmarkRun(
                    subject: SubjectID(queue: queue), replica: replica, benchmarkCase: Self.benchmarkCase,
                    driver: "thread",
                    process: 0, place: RunPlace(round: round, position: 0, pair: round), seed: 1,
                    outcome: .passed([Reading(.processCPUTime, value)]))
            }
        }
    }

    private let low = (0..<10).map { 100 + Double($0) }

    @Test func distantReplicasDiffer() throws {
        let comparison = ReplicaComparison(
            runs("same", low, low) + runs("apart", low, low.map { $0 * 2 }))
        #expect(comparison.lines.map(\.subject.queue) == ["same", "apart"])
        #expect(comparison.lines.map(\.differs) == [false, true])
        let apart = comparison.lines[1]
        #expect(apart.medians == [104.5, 209] && apart.counts == [10, 10])
        #expect(abs(apart.pValue - apart.smallest) < 1e-15 && abs(apart.adjusted - 2 * apart.pValue) < 1e-15)
        #expect(comparison.hasPower && comparison.powerless == 0)
    }

    /// However sure it is.
    @Test func closeReplicasDoNotDiffer() throws {
        let close = (0..<10).map { 100 + Double($0) / 100 }
        let comparison = ReplicaComparison(runs("lock", close, close.map { $0 + 1 }))
        let line = try #require(comparison.lines.first)
        #expect(line.adjusted < 0.01 && !line.differs && !line.differsAlone)
    }

    @Test func correctionCountsAllTests() {
        let apart = [1.0, 2, 3, 4, 5, 6]
        let many = (0..<10).flatMap { runs("queue \($0)", apart, $0 == 0 ? apart.map { $0 + 10 } : apart) }
        let comparison = ReplicaComparison(many)
        #expect(comparison.lines[0].differsAlone && !comparison.lines[0].differs)
        // 10 · 2 ÷ 924 is more than .01.
        #expect(!comparison.hasPower && comparison.powerless == 10)
        #expect(ReplicaComparison(Array(many.prefix(12))).hasPower)
    }

    @Test func leastRoundsFollowFromTheNumberOfTests() {
        // 2 ÷ 252 with 5 of each is the first below .01, and rounds come in twos.
        #expect(ReplicaComparison.leastRounds(tests: 1) == 6)
        #expect(ReplicaComparison.leastRounds(tests: 10) == 8)
        #expect(ReplicaComparison.leastRounds(tests: 480) == 10)
    }

    @Test func warmUpsFailuresAndMemoryRoundsAreExcluded() {
        func run(_ place: RunPlace?, _ purpose: RunPurpose, _ outcome: RunOutcome) -> BenchmarkRun {
            BenchmarkRun(
                subject: SubjectID(queue: "lock"), benchmarkCase: Self.benchmarkCase, driver: "thread",
                process: 0,
                purpose: purpose, place: place, seed: 1, outcome: outcome)
        }
        let place = RunPlace(round: 0, position: 0, pair: 0)
        let time = RunOutcome.passed([Reading(.processCPUTime, 1)])
        let comparison = ReplicaComparison([
            run(nil, .time, time), run(place, .memory, time), run(place, .time, .failed(reason: "lost one")),
        ])
        #expect(comparison.lines.isEmpty)
        #expect(comparison.failures == ["lock at \(Self.benchmarkCase): lost one"])
    }

    @Test func tallyReportsTooManyDifferences() {
        var tally = ReplicaTally()
        #expect(tally.interval == nil && !tally.isTooMany)
        for _ in 0..<19 { tally.add(ReplicaComparison(runs("same", low, low))) }
        tally.add(ReplicaComparison(runs("apart", low, low.map { $0 * 2 })))
        #expect(tally.pairs == 20 && tally.tests == 20 && tally.differing == 1 && tally.differingAlone == 1)
        #expect(tally.interval == BinomialInterval(count: 1, of: 20))
        #expect(!tally.isTooMany)
        tally.add(ReplicaComparison(runs("apart", low, low.map { $0 * 2 })))
        #expect(tally.isTooMany)
    }

    // MARK: The runner

    @Test func replicasRunBesideEachOtherAndLeaveNoTraceInTheRows() async throws {
        let runner = BenchmarkRunner(
            subjects: [PlantedSubject(name: "a"), PlantedSubject(name: "b")],
            scenarios: [EmptyScenario(limit: 1, operations: 50)], profile: BenchmarkRunnerTests.profile,
            seed: 1, processors: 2, replicas: 2)
        var runs: [BenchmarkRun] = []
        try await runner.run(
            in: InProcessLauncher(RunServer(subjects: runner.subjects, deadlineSeconds: 600))
        ) { runs.append($0) }
        let timed = runs.filter { $0.place != nil && $0.purpose == .time }
        #expect(timed.count == 4 * 2 * 2)
        for pair in Dictionary(grouping: timed, by: { $0.place?.pair }).values {
            #expect(Set(pair.map { "\($0.subject) \($0.replica)" }) == ["a 0", "a 1", "b 0", "b 1"])
            #expect(Set(pair.map(\.process)).count == 1)
        }
        #expect(
            Set(timed.flatMap(\.measurements).map(\.subject)) == [
                SubjectID(queue: "a"), SubjectID(queue: "b"),
            ])
    }
}
