import BenchmarkStatistics
import Foundation
import QueueBenchmarking
import Testing

@testable import Reporting

/// What a ranking says, of made-up measurements.
@Suite struct RankingTextTests {
    private static let benchmarkCase = BenchmarkCase(EmptyScenario(limit: 1, operations: 10))

    private static func text(
        _ queues: KeyValuePairs<String, [Metric: Double]>, rounds: Int = 12, failing: String? = nil,
        at benchmarkCase: BenchmarkCase = benchmarkCase, flags: [RunFlag] = []
    ) -> RankingText {
        var rows: [[QueueBenchmarking.Measurement]] = []
        for (number, (queue, values)) in queues.enumerated() {
            for round in 0..<rounds {
                let noise = 1 + 0.02 * Double((round * (number * 2 + 3)) % 7 - 3) / 3
                rows.append(
                    BenchmarkRun(
                        subject: SubjectID(queue: queue), benchmarkCase: benchmarkCase, driver: "thread",
                        process: 0,
                        place: RunPlace(round: round, position: 0, pair: round), seed: 1,
                        outcome: .passed(values.map { Reading($0.key, $0.value * noise) }, flags: flags)
                    ).measurements)
            }
        }
        var summary = MadeUpSummary.of(rows)
        if let failing {
            let run = BenchmarkRun(
                subject: SubjectID(queue: failing), benchmarkCase: benchmarkCase, driver: "thread",
                process: 0,
                place: RunPlace(round: 0, position: 0, pair: 0), seed: 1, outcome: .failed(reason: "lost one")
            )
            for row in run.measurements { summary.add(row) }
        }
        let candidates = RankingCandidates(summary, named: nil, cases: summary.cases)
        return RankingText(QueueRanking(summary, candidates), cases: summary.cases)
    }

    private static let different: KeyValuePairs<String, [Metric: Double]> = [
        "lock": [.wallTime: 1_000, .latencyP99: 40_000, .processCPUTime: 2_000],
        "actor": [.wallTime: 1_250, .latencyP99: 20_000, .processCPUTime: 2_000],
        "slow": [.wallTime: 4_000, .latencyP99: 80_000, .processCPUTime: 8_000],
    ]

    @Test func recommendationAndWhatWouldChangeItAreSentences() {
        let text = Self.text(Self.different)
        #expect(
            text.recommendation
                == "Recommendation: take lock; it is the best by throughput, and no other is better by processor time."
        )
        let changes = text.changes
        #expect(changes.count == 1)
        #expect(changes[0].hasPrefix("If p99 latency matters most, take actor: -50."), "\(changes[0])")
        #expect(changes[0].hasSuffix("%) against lock."))
    }

    @Test func tableMarksTheFrontAndTheGroups() throws {
        let lines = Self.text(Self.different).plain().split(separator: "\n").map(String.init)
        #expect(lines[0] == "Ranking of lock, actor, slow at empty; 12 rounds")
        let rows = lines.filter { $0.hasPrefix("* ") || $0.hasPrefix("  slow") }
        #expect(rows.count == 3)
        #expect(rows[0].hasPrefix("* lock "), "\(rows[0])")
        let cells = rows.map { $0.split(whereSeparator: { $0 == " " || $0 == "*" }).map(String.init) }
        #expect(cells[0][1] == "1,000,000" && cells[0][2] == "a" && cells[1][2] == "b" && cells[2][2] == "c")
        // Lock and actor have the same processor time.
        #expect(cells[0].last == "a" && cells[1].last == "a" && cells[2].last == "b")
        #expect(lines.contains { $0.hasPrefix("  throughput: lock; actor -20.") })
        #expect(lines.contains { $0.contains("≈") && $0.contains("processor time: ") })
        #expect(lines.contains("Not compared: allocated memory, of which not every queue has a value."))
    }

    @Test func narrowTerminalGetsNarrowSentences() {
        let lines = Self.text(Self.different).plain(width: 40).split(separator: "\n")
        // The table takes as much as it needs.
        let table = ["queue ", "* lock ", "* actor ", "  slow "]
        for line in lines where !table.contains(where: line.hasPrefix) {
            #expect(line.count <= 40, "\(line)")
        }
    }

    @Test func tooFewRoundsGiveNoSentence() {
        let text = Self.text(Self.different, rounds: 4)
        #expect(
            text.recommendation
                == "No recommendation: 4 rounds can't tell 3 queues apart. Measure again with --rounds 20.")
        #expect(text.changes.isEmpty)
        #expect(!text.plain().contains("* ") && !text.plain().contains("The best"))
    }

    @Test func queuesThatNothingTellsApartAreNamedTogether() {
        let text = Self.text(["lock": [.wallTime: 1_000], "actor": [.wallTime: 1_000]])
        #expect(
            text.recommendation
                == "Recommendation: take actor or lock; nothing that was measured tells them apart."
                || text.recommendation
                    == "Recommendation: take lock or actor; nothing that was measured tells them apart."
        )
    }

    @Test func oneQueueIsNoRanking() {
        let text = Self.text(["lock": [.wallTime: 1_000], "bad": [.wallTime: 1_000]], failing: "bad")
        #expect(text.recommendation == "No recommendation: it takes two queues, and there is 1.")
        #expect(text.plain().contains("FAILED: bad: it failed the check of 1 run, first: lost one."))
    }

    /// A better queue gets more arrivals there.
    @Test func latenciesAtALoadOfItsOwnAreNotCompared() {
        let latency = BenchmarkCase(LatencyScenario(limit: 2, load: 30, milliseconds: 40))
        let text = Self.text(
            ["lock": [.latencyP99: 1_000], "actor": [.latencyP99: 3_000]], at: latency, flags: [.overloaded])
        #expect(text.recommendation == "No recommendation: there is nothing to compare them by.")
        let plain = text.plain(width: 1_000)
        #expect(plain.contains("\nNot compared: p99 latency: each queue gets its own load. A workload "))
        #expect(plain.contains("\nOVERLOADED: actor did not keep up with the arrivals in 12 runs; "))
    }

    @Test func queuesWithoutACommonCaseAreNotCompared() {
        let other = BenchmarkCase(EmptyScenario(limit: 2, operations: 10))
        let rows = [
            MadeUpSummary.row("lock", Self.benchmarkCase, pair: 0, [Reading(.wallTime, 1)]),
            MadeUpSummary.row("actor", other, pair: 0, [Reading(.wallTime, 1)]),
        ]
        let summary = MadeUpSummary.of(rows)
        let candidates = RankingCandidates(summary, named: summary.subjects, cases: summary.cases)
        let text = RankingText(QueueRanking(summary, candidates), cases: summary.cases)
        #expect(
            text.plain()
                == "Ranking of actor, lock\n\nNo recommendation: the queues have no case in common.\n")
    }

    @Test func jsonHasEveryComparison() throws {
        let json = try RankingJSON(Self.text(Self.different)).text
        let value = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(value["recommended"] as? [String] == ["lock"] && value["isConclusive"] as? Bool == true)
        #expect((value["comparisons"] as? [[String: Any]])?.count == 9)
        let queues = try #require(value["queues"] as? [[String: Any]])
        #expect(queues.map { $0["queue"] as? String } == ["lock", "actor", "slow"])
        #expect(queues.map { $0["isOnFront"] as? Bool } == [true, true, false])
        let units = try #require(value["units"] as? [String: [String: String]])
        #expect(units["p99"] == ["metric": "latency_p99", "unit": "ns"])
        let alternatives = try #require(value["alternatives"] as? [[String: Any]])
        #expect(alternatives.map { $0["criterion"] as? String } == ["p99"])
    }
}
