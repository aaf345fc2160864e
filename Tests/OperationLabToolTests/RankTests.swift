import ChildProcesses
import QueueBenchmarking
import Reporting
import TestSupport
import Testing

/// `oplab rank`.
@Suite struct RankTests {
    private static let costs: KeyValuePairs<String, [Double]> = [
        "lock": Array(repeating: 10, count: 12), "foundation": Array(repeating: 40, count: 12),
    ]

    private func folder(
        _ costs: KeyValuePairs<String, [Double]> = costs, failing: [String] = []
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try MadeUpRun.write(to: folder, costs, failing: failing)
        return folder
    }

    @Test func resultsAreRanked() async throws {
        let folder = try folder()
        let outcome = try await Oplab.run(["rank", folder.path])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.output.contains("Recommendation: take lock; it is the best by processor time."))
        #expect(outcome.error.isEmpty)
    }

    @Test func tooFewRoundsEndWithStatus3() async throws {
        let folder = try folder(["lock": [10, 10], "foundation": [40, 40]])
        let outcome = try await Oplab.run(["rank", folder.path])
        #expect(outcome.status == .exited(3))
        #expect(outcome.output.contains("No recommendation: 2 rounds can't tell 2 queues apart."))
    }

    @Test func failedCheckEndsWithStatus1() async throws {
        let folder = try folder(failing: ["bad"])
        let outcome = try await Oplab.run(["rank", folder.path, "--format", "json"])
        #expect(outcome.status == .exited(1))
        #expect(outcome.output.contains(#""hasFailed" : true"#))
        #expect(outcome.output.contains(#""recommendation" : "Recommendation: take lock"#))
    }

    @Test(arguments: [
        (["--queue", "lokc"], "there is no queue 'lokc'; the nearest: lock"),
        (["--queue-strategy", "chained"], "there is no queue strategy 'chained'"),
        (["--scenario", "emtpy"], "there is no scenario 'emtpy'; the nearest: empty"),
        (["--scenario", "empty limit=9"], "the run has no case 'empty limit=9'; those of empty: limit=1;"),
        (["--rounds", "4"], "--rounds is for measuring now"),
        (["--workload", "w.json"], "--workload is for measuring now"),
    ])
    func wrongArgumentIsNamed(arguments: [String], message: String) async throws {
        let folder = try folder()
        let outcome = try await Oplab.run(["rank", folder.path] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message), "\(outcome.error)")
    }

    @Test func nothingToRankIsBadUsage() async throws {
        let none = try await Oplab.run(["rank"])
        #expect(none.status == .exited(64) && none.error.contains("name a RUN, or what to measure now"))
        let missing = try await Oplab.run(["rank", "/nowhere/run"])
        #expect(missing.status == .exited(64) && missing.error.contains("can't read /nowhere/run"))
        let single = try await Oplab.run(["rank", "--scenario", "pool", "--queue", "lock,inline"])
        #expect(single.status == .exited(64) && single.error.contains("takes two queues or strategies"))
    }

    @Test func queuesThatCanNotBeMeasuredAreNamedBeforeAnythingIs() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            #"{"name": "mine", "operations": 20, "work": 0, "cancelled": 0.5}"#, to: "w.json")
        let outcome = try await Oplab.run([
            "rank", "--workload", file, "--queue", "lock,dispatch-concurrent", "--output", folder.file("run"),
        ])
        #expect(outcome.status == .exited(64))
        #expect(
            outcome.error.contains("dispatch-concurrent at mine: it has no cancellation"), "\(outcome.error)")
        #expect(try folder.names() == ["w.json"])
    }

    /// With enough rounds for the queues, and their allocations.
    @Test func workloadIsMeasuredAndRanked() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(#"{"name": "mine", "operations": 2000, "work": 0.1}"#, to: "w.json")
        let outcome = try await Oplab.run([
            "rank", "--workload", file, "--queue", "lock,actor", "--output", folder.file("run"), "--quiet",
        ])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.output.contains("ecommendation: take "))
        #expect(outcome.output.hasPrefix("Ranking of "))
        #expect(outcome.error == "Results: \(folder.file("run"))\n")
        let run = try RunFolder(reading: folder.file("run"))
        #expect(run.manifest.state == .finished && run.manifest.plannedRuns == 2 * (20 + 20))
    }

    @Test func strategiesOfAQueueAreRanked() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.run([
            "rank", "--scenario", "pool limit=1", "--queue", "lock", "--queue-strategy", "all", "--output",
            folder.path, "--rounds", "2", "--quiet",
        ])
        #expect(outcome.status == .exited(3), "\(outcome.error)")
        #expect(outcome.output.contains("lock/chained") && outcome.output.contains("2 rounds can't tell"))
    }

    @Test func interruptedRankingRanksWhatIsThere() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(#"{"name": "mine", "operations": 2000, "work": 0.1}"#, to: "w.json")
        let outcome = try await Oplab.interrupted(
            [
                "rank", "--workload", file, "--queue", "lock,actor", "--rounds", "2000", "--output",
                folder.file("run"),
            ], onceSaid: "measuring")
        #expect(outcome.status == .exited(130), "\(outcome.error)")
        #expect(outcome.output.contains("did not finish (interrupted)"))
    }
}
