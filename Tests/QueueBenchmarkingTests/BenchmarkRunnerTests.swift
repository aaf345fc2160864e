import BenchmarkStatistics
import ConcurrencyPrimitives
import Testing

@testable import QueueBenchmarking

@Suite struct BenchmarkRunnerTests {
    private let profile = BenchmarkProfile(
        name: "tiny", rounds: 4, warmUps: 1, emptyOperations: 50, latencyMilliseconds: 1,
        latencyRates: [100_000], latencyAtLimitOne: false)

    private func runner(_ subjects: [any BenchmarkSubject], deadlineSeconds: Int = 600) -> BenchmarkRunner {
        BenchmarkRunner(
            subjects: subjects, scenarios: EmptyScenario.cases(profile, processors: 2), profile: profile,
            seed: 1, processors: 2, deadlineSeconds: deadlineSeconds)
    }

    private func runs(_ runner: BenchmarkRunner) async throws -> [BenchmarkRun] {
        var runs: [BenchmarkRun] = []
        try await runner.run { runs.append($0) }
        return runs
    }

    @Test func everyRunIsThereAndSaysWhatItIs() async throws {
        let runner = runner([PlantedSubject(name: "a"), PlantedSubject(name: "b", isAsync: true)])
        let runs = try await runs(runner)
        #expect(runs.count == 4 + 16)
        #expect(runs.prefix(4).allSatisfy { $0.place == nil && $0.measurements.isEmpty })
        for run in runs.dropFirst(4) {
            #expect(run.driver == (run.queue == "b" ? "task" : "thread"))
            let check = try #require(run.measurements.first)
            #expect(check.metric == .resultCheck && check.value == 1)
            #expect(run.measurements.contains { $0.metric == .wallTime && $0.value != nil })
            #expect(run.measurements.allSatisfy { $0.place == run.place && $0.queue == run.queue })
        }
    }

    @Test func aRunThatFailsHasNoTiming() async throws {
        let runner = runner([PlantedSubject(name: "good"), PlantedSubject(name: "bad", defect: .drops)])
        let runs = try await runs(runner)
        for run in runs where run.queue == "bad" {
            #expect(run.measurements.map(\.metric) == [.resultCheck])
            #expect(run.measurements.first?.value == 0)
            #expect(run.measurements.first?.note == "1 of 50 operations had not run")
        }
        var summary = BenchmarkSummary(of: runner, seed: 1)
        for run in runs { summary.add(run) }
        #expect(summary.failureCount == 2 + 8)
        let lines = try #require(summary.tables.first).lines
        #expect(lines.first { $0.queue == "bad" }?.medians.isEmpty == true)
        #expect(lines.first { $0.queue == "good" }?.medians[.wallTime] != nil)
    }

    @Test func whatAQueueCanNotDoIsSkippedWithTheReason() async throws {
        let runner = runner([
            PlantedSubject(name: "narrow", width: .fixed(1)), PlantedSubject(name: "wide", width: .unlimited),
        ])
        #expect(
            runner.skipped.map { [$0.queue, "\($0.parameters)", $0.reason] } == [
                ["wide", "limit=1;operations=50", "it can't be limited"],
                ["narrow", "limit=2;operations=50", "it always runs 1 at a time"],
            ])
        let seen = Set(try await runs(runner).map { "\($0.queue) \($0.parameters)" })
        #expect(seen == ["narrow limit=1;operations=50", "wide limit=2;operations=50"])
    }

    @Test func aRunThatNeverEndsIsToldAndEndsAll() async throws {
        let runner = runner([PlantedSubject(name: "stuck", defect: .hangs)], deadlineSeconds: 0)
        let received = Mutex<[BenchmarkRun]>([])
        await #expect(throws: UnfinishedRun.self) {
            try await runner.run { run in received.withLock { $0.append(run) } }
        }
        let runs = received.withLock { $0 }
        #expect(runs.count == 1)
        #expect(runs.first?.failure == "had not finished after 0 s")
        #expect(runs.first?.measurements.map(\.metric) == [.resultCheck])
    }

    @Test func cancellingEndsARunThatNeverEnds() async throws {
        let runner = runner([PlantedSubject(name: "stuck", defect: .hangs)])
        let task = Task { try await runner.run { _ in } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func whatReceivesMayFail() async {
        struct Full: Error {}
        let runner = runner([PlantedSubject(name: "a")])
        await #expect(throws: Full.self) { try await runner.run { _ in throw Full() } }
    }
}
