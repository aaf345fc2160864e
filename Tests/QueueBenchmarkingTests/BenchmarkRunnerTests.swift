import BenchmarkStatistics
import ConcurrencyPrimitives
import Testing

@testable import QueueBenchmarking

@Suite struct BenchmarkRunnerTests {
    static let profile = BenchmarkProfile(
        name: "tiny", rounds: 4, scalingRounds: 2, memoryRounds: 2, warmUps: 3, operations: 50,
        graphOperations: 20, sizes: [10, 20, 40, 80], largeSizes: [50], computeMicroseconds: [1],
        runMilliseconds: 1,
        loads: [50])

    private static let cases = [1, 2].map { EmptyScenario(limit: $0, operations: 50) }

    private func runner(_ subjects: [any BenchmarkSubject]) -> BenchmarkRunner {
        BenchmarkRunner(
            subjects: subjects, scenarios: Self.cases, profile: Self.profile, seed: 1, processors: 2)
    }

    /// A day: beside all other tests a task may wait for a thread for more than ten minutes.
    private static let noDeadline = 86_400

    private func runs(
        _ subjects: [any BenchmarkSubject], deadlineSeconds: Int = noDeadline
    ) async throws -> [BenchmarkRun] {
        var runs: [BenchmarkRun] = []
        let server = RunServer(subjects: subjects, deadlineSeconds: deadlineSeconds)
        try await runner(subjects).run(in: InProcessLauncher(server)) { runs.append($0) }
        return runs
    }

    @Test func runnerReportsEveryRunWithItsCase() async throws {
        let subjects: [any BenchmarkSubject] = [
            PlantedSubject(name: "a"), PlantedSubject(name: "b", isAsync: true),
        ]
        let runner = runner(subjects)
        let runs = try await runs(subjects)
        let (warmUps, timed) = (runs.filter { $0.place == nil }, runs.filter { $0.place != nil })
        #expect(warmUps.allSatisfy { $0.measurements.isEmpty })
        #expect(timed.count == runner.plan.runCount && timed.count == 2 * 2 * (4 + 2))
        for run in timed {
            #expect(run.driver == (run.subject.queue == "b" ? "task" : "thread"))
            let check = try #require(run.measurements.first)
            #expect(check.metric == .resultCheck && check.value == 1)
            let hasTime = run.measurements.contains { $0.metric == .wallTime && $0.value != nil }
            #expect(hasTime == (run.purpose == .time))
            #expect(run.measurements.contains { $0.metric == .allocations } == (run.purpose == .memory))
            #expect(run.measurements.allSatisfy { $0.place == run.place && $0.subject == run.subject })
        }
        // Each queue is warmed up in each process, once or more often, and its first run there says how often.
        let processes = Set(runs.map(\.process))
        for (process, queue) in processes.flatMap({ process in ["a", "b"].map { (process, $0) } }) {
            let own = runs.filter { $0.process == process && $0.subject.queue == queue }
            let count = own.count { $0.place == nil }
            #expect((1...3).contains(count))
            let stated = own.flatMap(\.measurements).filter { $0.metric == .warmUps }.map(\.value)
            #expect(stated == [Double(count)])
        }
    }

    @Test func failedRunHasNoTiming() async throws {
        let subjects: [any BenchmarkSubject] = [
            PlantedSubject(name: "good"), PlantedSubject(name: "bad", defect: .drops),
        ]
        let runner = runner(subjects)
        let runs = try await runs(subjects)
        for run in runs where run.subject.queue == "bad" {
            #expect(run.measurements.map(\.metric) == [.resultCheck])
            #expect(run.measurements.first?.value == 0)
            #expect(run.measurements.first?.note.hasPrefix("1 of 50 ") == true)
        }
        var summary = BenchmarkSummary(of: runner, seed: 1)
        for row in runs.flatMap(\.measurements) { summary.add(row) }
        // All runs, and one to warm up in each process: after it fails there is no sense in another.
        #expect(
            summary.failureCount == 2 * (4 + 2) + runner.plan.blocks.count,
            "\(runs.map { "\($0.subject): \($0.failure ?? "")" })")
        let lines = try #require(summary.tables.first).lines
        #expect(lines.first { $0.subject.queue == "bad" }?.medians.isEmpty == true)
        #expect(lines.first { $0.subject.queue == "good" }?.medians[.wallTime] != nil)
    }

    @Test func unsupportedCaseIsSkippedWithItsReason() async throws {
        let subjects: [any BenchmarkSubject] = [
            PlantedSubject(name: "narrow", width: .fixed(1)), PlantedSubject(name: "wide", width: .unlimited),
        ]
        let runner = runner(subjects)
        #expect(
            runner.skipped.map { ["\($0.subject)", "\($0.benchmarkCase)"] } == [
                ["wide", "\(BenchmarkCase(Self.cases[0]))"], ["narrow", "\(BenchmarkCase(Self.cases[1]))"],
            ])
        let widths: [QueueWidth] = [.unlimited, .fixed(1)]
        #expect(
            runner.skipped.map(\.reason)
                == zip(widths, Self.cases).map { $0.skipReason(atLimit: $1.limit, processors: 2) })
        let seen = Set(try await runs(subjects).map { "\($0.subject) \($0.benchmarkCase)" })
        #expect(
            seen == ["narrow \(BenchmarkCase(Self.cases[0]))", "wide \(BenchmarkCase(Self.cases[1]))"])
    }

    @Test func caseThatNeedsAMissingCapabilityIsSkipped() {
        let scenarios: [any Scenario] = [
            ChainScenario(limit: 2, operations: 10), CancelScenario(limit: 2, operations: 10),
        ]
        let runner = BenchmarkRunner(
            subjects: [PlantedSubject(name: "small")], scenarios: scenarios, profile: Self.profile, seed: 1,
            processors: 2)
        let reasons = runner.skipped.map(\.reason)
        #expect(reasons.count == 2 && reasons.allSatisfy { $0.hasSuffix(": it is small") })
        #expect(reasons.first?.contains(" dependencies:") == true)
        #expect(reasons.last?.contains(" cancellation, suspension:") == true)
        #expect(runner.plan.blocks.isEmpty)
    }

    @Test func runThatNeverEndsIsReported() async throws {
        let subjects: [any BenchmarkSubject] = [
            PlantedSubject(name: "stuck", defect: .hangs)
        ]
        let runner = runner(subjects)
        let runs = try await runs(subjects, deadlineSeconds: 0)
        // Once a block, and never again in it.
        #expect(runs.count == runner.plan.blocks.count)
        #expect(runs.allSatisfy { $0.failure?.contains(" 0 s") == true })
    }

    /// A queue whose process died isn't run again in the block; the others are, in another process.
    @Test(arguments: [MortalLauncher.Death.crash, .neverEnds])
    func otherQueuesContinueWhenAProcessDies(death: MortalLauncher.Death) async throws {
        let subjects: [any BenchmarkSubject] = [
            PlantedSubject(name: "deadly"), PlantedSubject(name: "good"),
        ]
        let runner = runner(subjects)
        var runs: [BenchmarkRun] = []
        let launcher = MortalLauncher(
            server: RunServer(subjects: subjects, deadlineSeconds: Self.noDeadline), death: death)
        try await runner.run(in: launcher) { runs.append($0) }
        let deadly = runs.filter { $0.subject.queue == "deadly" }
        #expect(deadly.count == runner.plan.blocks.count)
        #expect(deadly.allSatisfy { $0.failure == death.rawValue })
        let good = runs.filter { $0.subject.queue == "good" }
        #expect(good.count { $0.place != nil } == 2 * (4 + 2), "\(good.compactMap(\.failure))")
    }

    @Test func cancellationEndsARunThatNeverEnds() async throws {
        let subjects: [any BenchmarkSubject] = [
            PlantedSubject(name: "stuck", defect: .hangs)
        ]
        let task = Task { _ = try await runs(subjects) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func errorOfTheReceiverEndsTheRunner() async {
        struct Full: Error {}
        let subjects: [any BenchmarkSubject] = [
            PlantedSubject(name: "a")
        ]
        let runner = runner(subjects)
        let launcher = InProcessLauncher(
            RunServer(subjects: subjects, deadlineSeconds: Self.noDeadline))
        await #expect(throws: Full.self) { try await runner.run(in: launcher) { _ in throw Full() } }
    }
}

/// Starts processes that are of no more use once they were asked for the queue "deadly".
struct MortalLauncher: RunLauncher {
    enum Death: String, Sendable {
        case crash = "the process ended: signal 4"
        case neverEnds = "it never ended"
    }

    let server: RunServer
    let death: Death

    func withProcess(
        _ purpose: RunPurpose, _ body: (any RunConnection) async throws -> Void
    ) async throws -> String? {
        try await body(Connection(launcher: self))
        return "signal 4"
    }

    private struct Connection: RunConnection {
        let launcher: MortalLauncher
        var handshake: WorkerHandshake { WorkerHandshake(subjects: [], judged: [:]) }

        func run(_ request: RunRequest) async throws -> RunReply? {
            if request.subject.queue != "deadly" { return try await launcher.server.run(request) }
            switch launcher.death {
            case .crash: return nil
            case .neverEnds:
                let failure = RunOutcome.failed(reason: launcher.death.rawValue)
                return RunReply(outcome: failure, conditions: .unknown, isLost: true)
            }
        }
    }
}
