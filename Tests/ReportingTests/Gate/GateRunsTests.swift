import QueueBenchmarking
import TestSupport
import Testing

@testable import RegressionGate
@testable import Reporting

/// gate-runs.csv, as it is written and as it is read.
@Suite struct GateRunsTests {
    private static let file = CSVFixture(
        name: "gate-runs.csv", columns: GateRunsCSV.columns,
        row: "cpu,head,a,eager,empty,limit=1,3,1,wall_time,ns/operation,5.5,0,,3,18446744073709551615,1.0\n",
        read: GateRunsFile.read)

    private static func run(_ outcome: RunOutcome, _ conditions: RunConditions) -> GateRun {
        GateRun(
            tier: .counts, variant: .control, subject: SubjectID(queue: "a,\"b\"", strategy: "eager"),
            benchmarkCase: BenchmarkCase(scenario: "empty", parameters: ScenarioParameters(["limit": -1])),
            block: 7,
            position: 2, seed: .max, outcome: outcome, conditions: conditions, rulesVersion: "1.0")
    }

    @Test func columnsEqualTheDocumentedOnes() {
        #expect(
            GateRunsCSV.columns == [
                "tier", "side", "queue", "strategy", "scenario", "parameters", "block", "position", "metric",
                "unit", "value", "steal", "pressure", "involuntary_switches", "seed", "rules_version",
            ])
    }

    @Test func runsRoundTrip() throws {
        let folder = try TemporaryFolder()
        let path = folder.file(GateRunsCSV.fileName)
        let file = try GateRunsCSV(creating: path)
        let runs = [
            Self.run(
                .passed([Reading(.allocations, 2.0000001), Reading(.allocatedBytes, nil)]),
                RunConditions(steal: 0, pressure: 12, involuntarySwitches: 3)),
            Self.run(.failed(reason: "wrong"), .unknown),
        ]
        for run in runs { try file.append(run) }
        let rows = try GateRunsFile.read(path)
        #expect(rows == runs.flatMap(GateRunRow.rows))
        #expect(rows.map(\.metric) == [.allocations, .allocatedBytes, .resultCheck])
        #expect(rows.map(\.value) == [2.0000001, nil, 0])
        #expect(rows[0].subject == SubjectID(queue: "a,\"b\"", strategy: "eager") && rows[0].seed == .max)
        #expect(rows.allSatisfy { $0.rulesVersion == "1.0" })
        #expect(rows[0].conditions.pressure == 12 && rows[2].conditions == .unknown)
    }

    @Test func rowIsOneNumberOfOneRun() throws {
        #expect(try Self.file.reading(Self.file.header + Self.file.row).count == 1)
    }

    @Test func fileWithoutTheVersionOfTheRulesIsRead() throws {
        let older = GateRunsCSV.columns.dropLast().joined(separator: ",") + "\n"
        let rows = try Self.file.reading(older + Self.file.row.dropLast(5) + "\n")
        #expect(rows.count == 1 && rows[0].rulesVersion == nil && rows[0].seed == .max)
    }

    @Test(arguments: [
        ("tier", "gpu", "2:1"), ("tier", "", "2:1"), ("side", "tail", "2:5"), ("queue", "", "2:10"),
        ("scenario", "", "2:18"), ("parameters", "limit", "2:24"), ("block", "-1", "2:32"),
        ("position", "1.5", "2:34"), ("metric", "speed", "2:36"), ("unit", "s", "2:46"),
        ("value", "fast", "2:59"), ("steal", "x", "2:63"), ("pressure", "-1", "2:65"),
        ("involuntary_switches", "x", "2:66"), ("seed", "", "2:68"),
    ])
    func wrongValueIsNamedWithItsPlace(column: String, value: String, place: String) throws {
        try Self.file.expectRefusal(of: value, in: column, at: place)
    }

    @Test func partOfAFileIsRefused() throws { try Self.file.expectRefusalOfParts() }

    @Test(arguments: [
        (MeasurementCSV.columns.joined(separator: ",") + "\n", "1:1: "), ("tier,side\n", "1:6: "),
        (file.header.dropLast() + ",later\n", "1:\(file.header.count + 1): "),
    ])
    func foreignFileIsRefused(header: String, place: String) throws {
        let refusal = try #require(try Self.file.refusal(header))
        #expect(refusal.hasPrefix(place) && refusal.contains("this is no gate-runs.csv"))
    }

    @Test func duplicateNumberIsRefused() throws {
        let text = Self.file.header + Self.file.row
        #expect(
            try Self.file.refusal(text + Self.file.row)?.hasPrefix("3:1: wall_time of a/eager ") == true)
        // The anchor's blocks have the same numbers in several comparisons.
        for (column, value) in [("seed", "1"), ("side", "base"), ("tier", "wall"), ("position", "2")] {
            #expect(try Self.file.refusal(text + Self.file.row(column, value)) == nil)
        }
    }
}
