import BenchmarkStatistics
import ChildProcesses
import ConcurrencyPrimitives
import QueueBenchmarking
import Reporting
import SwiftCSV
import TestSupport
import Testing

@testable import oplab

@Suite struct AATests {
    private let arguments = ["aa", "--queue", "inline", "--scenario", "empty", "--seed", "3", "--quiet"]
    /// Of one pair: *empty* has a case for each limit and number of producers.
    private let tests = Set([-1, 1, 2, ProcessorCount.available]).count * 2

    @Test func aaReportsNoPowerWithTooFewRounds() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.run(
            arguments + ["--rounds", "2", "--pairs", "2", "--output", folder.path])
        #expect(outcome.status == .exited(3))
        #expect(outcome.error.isEmpty)
        #expect(outcome.output.hasPrefix("NO POWER: with so few rounds no p-value can lie below 0.33, and"))
        #expect(outcome.output.contains("It takes 8\n  rounds (--rounds 8).\n"))
        #expect(outcome.output.contains("\npair 2 of 2: 0 of \(tests) differ; uncorrected 0\n"))
        #expect(outcome.output.contains("\n0 of \(2 * tests) tests differ after Holm's correction: 0.00% ("))
        #expect(outcome.output.hasSuffix("\nSeed 3.\n"))
        let rows = try CSV<Named>(string: try folder.read("aa.csv")).rows
        #expect(rows.map { $0["pair"] } == ["1", "2"].flatMap { Array(repeating: $0, count: tests) })
        #expect(rows.allSatisfy { $0["values_1"] == "2" && $0["values_2"] == "2" && $0["differs"] == "0" })
        #expect(try folder.names() == ["aa.csv"])
    }

    /// How it ends isn't looked at: a difference by chance is rare, and would be no fault.
    @Test func aaRunsAsManyRoundsAsATestNeeds() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.run(arguments + ["--pairs", "1", "--output", folder.path])
        #expect(outcome.output.hasPrefix("pair 1 of 1: "))
        let rows = try CSV<Named>(string: try folder.read("aa.csv")).rows
        #expect(rows.map { $0["values_1"] } == Array(repeating: "8", count: tests))
    }

    @Test func wrongResultEndsWithStatusOne() async throws {
        let outcome = try await Oplab.run([
            "aa", "--queue", "faulty:queueRunsCancelled", "--scenario", "cancel", "--rounds", "2", "--pairs",
            "1", "--quiet",
        ])
        #expect(outcome.status == .exited(1))
        #expect(outcome.output.contains("FAILED: faulty:queueRunsCancelled at cancel"))
    }

    @Test(arguments: [
        (["--pairs", "0"], "--pairs is 0"), (["--rounds", "3"], "--rounds is 3"),
        (["--queue", "lokc"], "there is no queue 'lokc'; the nearest: lock"),
    ])
    func badUsageIsSaid(arguments: [String], message: String) async throws {
        let outcome = try await Oplab.run(["aa"] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message))
    }

    @Test func aaIsHiddenFromHelp() async throws {
        let outcome = try await Oplab.run(["--help"])
        #expect(!outcome.output.contains("  aa"))
        #expect(outcome.output.contains("  compare"))
    }

    // MARK: How it ends

    private func tally(_ queues: Int, differing: Int) -> ReplicaTally {
        let values = (0..<20).map { 100 + Double($0) }
        let runs = (0..<queues).flatMap { queue in
            (0..<2).flatMap { replica in
                values.enumerated().map { round, value in
                    BenchmarkRun(
                        subject: SubjectID(queue: "queue \(queue)"), replica: replica,
                        benchmarkCase: BenchmarkCase(EmptyScenario(limit: 1, operations: 10)),
                        driver: "thread",
                        process: 0, place: RunPlace(round: round, position: 0, pair: round), seed: 1,
                        outcome: .passed([
                            Reading(.processCPUTime, replica == 1 && queue < differing ? value * 2 : value)
                        ]))
                }
            }
        }
        var tally = ReplicaTally()
        tally.add(ReplicaComparison(runs))
        return tally
    }

    @Test func moreFalseAlarmsThanOneInTwentyEndWithStatusOne() {
        #expect(AACommand.status(of: tally(20, differing: 1)) == .success)
        #expect(AACommand.status(of: tally(20, differing: 2)) == .broken)
        #expect(AACommand.status(of: ReplicaTally()) == .inconclusive)
        let text = ReplicaText.end(tally(20, differing: 2), seed: 7)
        #expect(text.contains("2 of 20 tests differ after Holm's correction: 10.00% (1.23%–31.70%)\n"))
        #expect(text.contains("2 of 20 without it: 10.00% (1.23%–31.70%)\n"))
        #expect(ReplicaText.end(ReplicaTally(), seed: 7).contains("Interrupted before the first pair"))
        #expect(ReplicaText.end(tally(0, differing: 0), seed: 7).contains("there are no processor times"))
    }
}
