import QueueBenchmarking
import RegressionGate
import Testing
import TextFormats

@testable import Reporting

/// What `oplab gate explain` prints.
@Suite struct GateExplanationTests {
    private static let benchmarkCase = BenchmarkCase(
        scenario: "empty", parameters: ScenarioParameters(["limit": 1]))

    /// Eight blocks, two runs a variant; the head takes a tenth more, and ten times as much in the last.
    private static func rows(_ metric: Metric = .processCPUTime, queue: String = "lock") -> [GateRunRow] {
        (0..<8).flatMap { block in
            GateVariant.allCases.enumerated().flatMap { place, variant in
                (0..<2).map { run in
                    let base = 100 + Double(block) + Double(2 * run)
                    let factor = variant == .head ? (block == 7 ? 10 : 1.1) : 1
                    return GateRunRow(
                        tier: .cpu, variant: variant, subject: SubjectID(queue: queue),
                        benchmarkCase: benchmarkCase, block: block,
                        position: 2 * place + run, metric: metric, value: base * factor,
                        conditions: RunConditions(
                            steal: block == 7 ? 10_000_000 : 0, pressure: nil, involuntarySwitches: 3),
                        seed: UInt64(block))
                }
            }
        }
    }

    @Test func explanationSummarisesEachVariant() throws {
        let lines = try GateExplanation.text(Self.rows(), width: 80).split(separator: "\n")
        try #require(lines.count == 18)
        #expect(lines[0] == "cpu: lock at empty limit=1, process_cpu_time in ns/operation")
        #expect(
            lines[1...7].joined(separator: "\n") == """
                  values   blocks  quarter  median  quarter
                  base          8    102.8   104.5    106.3
                  head          8    113.0   115.0    116.9
                  control       8    102.8   104.5    106.3
                  base     |████████                                |
                  head     |          ██ █████                     █|
                  control  |████████                                |
                """)
        #expect(lines[8].hasPrefix("  from 101.0 to 138.7; "))
        #expect(
            lines[9...13].joined(separator: "\n") == """
                  in each block   blocks  quarter  median  quarter
                  head ÷ base          8   +10.0%  +10.0%   +10.0%
                  control ÷ base       8    +0.0%   +0.0%    +0.0%
                  head ÷ base     |          █                            ▂|
                  control ÷ base  |█                                       |
                """)
        #expect(lines[14].hasPrefix("  from +0.0% to +46.4%; "))
    }

    @Test func outliersAreNamedWithTheStateOfTheMachine() throws {
        let lines = try GateExplanation.text(Self.rows(), width: 80).split(separator: "\n").suffix(3)
        #expect(lines.first?.hasPrefix("  1 of 8 blocks ") == true)
        #expect(
            lines.dropFirst().joined(separator: "\n") == """
                  block   head  base is  head is  steal ms  pressure ms  switches
                      7  +900%    108.0   1080.0      60.0      unknown        18
                """)
    }

    @Test func metricsThatMayBeZeroAreComparedByDifference() throws {
        let rows = GateVariant.allCases.flatMap { variant in
            (0..<3).map { block in
                GateRunRow(
                    tier: .counts, variant: variant, subject: SubjectID(queue: "lock"),
                    benchmarkCase: Self.benchmarkCase, block: block,
                    position: 0, metric: .threadsCreated, value: variant == .head ? 0.5 : 0,
                    seed: UInt64(block))
            }
        }
        let text = try GateExplanation.text(rows, width: 80)
        #expect(text.contains("  head - base          3    +0.50   +0.50    +0.50\n"))
        #expect(!text.contains("  block   "))
    }

    /// A machine that turns slow in the middle of a block slows most runs of one variant, and fewer of the other.
    @Test func timesAreComparedRunByRun() throws {
        let taken: [(variant: GateVariant, values: [Double])] = [
            (.base, [100, 100, 180]), (.head, [110, 198, 198]),
        ]
        let rows = taken.flatMap { variant, values in
            values.enumerated().map { run, value in
                GateRunRow(
                    tier: .cpu, variant: variant, subject: SubjectID(queue: "lock"),
                    benchmarkCase: Self.benchmarkCase, block: 0,
                    position: run, metric: .processCPUTime, value: value, seed: 1)
            }
        }
        let text = try GateExplanation.text(rows, width: 80)
        #expect(text.contains("  head ÷ base         1   +10.0%  +10.0%   +10.0%\n"), "\(text)")
    }

    @Test func anchorBlocksAreDistinguishedBySeed() {
        func row(_ seed: UInt64) -> GateRunRow {
            GateRunRow(
                tier: .cpu, variant: .base, subject: SubjectID(queue: "anchor"),
                benchmarkCase: Self.benchmarkCase, block: 0,
                position: 4, metric: .processCPUTime, value: Double(seed), seed: seed)
        }
        let found = GateBlocks.grouped([row(1), row(2)])
        #expect(found.map { $0.blocks.map(\.values) } == [[[.base: 1], [.base: 2]]])
    }

    @Test func explanationChoosesOneCaseOfMany() throws {
        let rows = Self.rows() + Self.rows(.wallTime) + Self.rows(queue: "actor")
        func titles(_ queue: String? = nil, _ benchmarkCase: String? = nil, _ metric: String? = nil) throws
            -> [String]
        {
            try GateExplanation.text(rows, queue: queue, case: benchmarkCase, metric: metric, width: 80)
                .split(separator: "\n").filter { $0.hasPrefix("cpu: ") }.map {
                    String($0.dropFirst(5).prefix(5))
                }
        }
        #expect(try titles() == ["lock ", "lock ", "actor"])
        #expect(try titles("actor") == ["actor"])
        #expect(try titles(nil, "empty", "wall_time") == ["lock "])
        let error = #expect(throws: UnknownName.self) { try titles("actor", nil, "wall_time") }
        #expect(error?.description.hasSuffix("'wall_time'; the nearest: process_cpu_time") == true)
        #expect(throws: UnknownName.self) { try titles("lokc") }
        #expect(throws: UnknownName.self) { try titles(nil, "chain") }
    }

    @Test func explanationFitsTheTerminal() throws {
        for width in [80, 66] {
            for line in try GateExplanation.text(Self.rows(), width: width).split(separator: "\n") {
                #expect(line.count <= width, "\(line)")
            }
        }
        #expect(try !GateExplanation.text(Self.rows(), width: 1).isEmpty)
    }

    @Test func unmeasuredCaseIsNoError() throws {
        let huge = [-1e308, 0, 1e308, 1e300].enumerated().map { block, value in
            GateRunRow(
                tier: .cpu, variant: block % 2 == 0 ? .base : .head, subject: SubjectID(queue: "lock"),
                benchmarkCase: Self.benchmarkCase,
                block: block / 2, position: 0, metric: .processCPUTime, value: value,
                conditions: RunConditions(steal: .max, pressure: .max, involuntarySwitches: .max), seed: 1)
        }
        #expect(try GateExplanation.text(huge, width: 80).hasPrefix("cpu: lock at empty limit=1"))
        #expect(try GateExplanation.text([], width: 80).split(separator: "\n").count == 1)
    }
}
