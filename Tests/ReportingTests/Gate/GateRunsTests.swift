import QueueBenchmarking
import TemporaryFolders
import Testing
import TextFormats

@testable import RegressionGate
@testable import Reporting

/// gate-runs.csv, as it is written and as it is read.
@Suite struct GateRunsTests {
    private static let header = GateRunsCSV.columns.joined(separator: ",") + "\n"
    private static let row =
        "cpu,head,a,eager,empty,limit=1,3,1,wall_time,ns/operation,5.5,0,,3,18446744073709551615,1.0\n"

    private func read(_ text: String) throws -> [GateRunRow] {
        try TemporaryFolder.reading(text, named: "gate-runs.csv", GateRunsFile.read)
    }

    private func objection(_ text: String) throws -> String? {
        try TemporaryFolder.objection(to: text, named: "gate-runs.csv", GateRunsFile.read)
    }

    /// The row with another value in a column.
    private func row(_ column: String, _ value: String) throws -> String {
        var fields = Self.row.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(
            String.init)
        fields[try #require(GateRunsCSV.columns.firstIndex(of: column))] = value
        return CSVRow.text(fields)
    }

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
                "unit", "value", "steal", "pressure", "involuntary_switches", "seed",
                "rules_version",
            ])
    }

    @Test func runsRoundTrip() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + GateRunsCSV.fileName
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
        #expect(try read(Self.header + Self.row).count == 1)
        #expect(try objection(Self.header) == nil)
    }

    @Test func fileWithoutTheVersionOfTheRulesIsRead() throws {
        let older = GateRunsCSV.columns.dropLast().joined(separator: ",") + "\n"
        let rows = try read(older + Self.row.dropLast(5) + "\n")
        #expect(rows.count == 1 && rows[0].rulesVersion == nil && rows[0].seed == .max)
    }

    @Test(arguments: [
        ("tier", "gpu", "2:1: column 'tier': there is no tier 'gpu'"),
        ("tier", "", "2:1: column 'tier': it is empty"),
        ("side", "tail", "2:5: column 'side': there is no side 'tail'"),
        ("queue", "", "2:10: column 'queue': it is empty"),
        ("scenario", "", "2:18: column 'scenario': it is empty"),
        (
            "parameters", "limit",
            "2:24: column 'parameters': 'limit' are no parameters; they look like 'limit=1;operations=100'"
        ),
        ("block", "-1", "2:32: column 'block': '-1' is not a whole number, 0 or more"),
        ("block", "", "2:32: column 'block': it is empty"),
        ("position", "1.5", "2:34: column 'position': '1.5' is not a whole number, 0 or more"),
        ("metric", "speed", "2:36: column 'metric': there is no metric 'speed'"),
        ("unit", "s", "2:46: column 'unit': the unit of wall_time is 'ns/operation', not 's'"),
        ("value", "fast", "2:59: column 'value': 'fast' is no number"),
        ("value", "inf", "2:59: column 'value': 'inf' is no number"),
        ("steal", "x", "2:63: column 'steal': 'x' is not a whole number, 0 or more"),
        ("pressure", "-1", "2:65: column 'pressure': '-1' is not a whole number, 0 or more"),
        ("involuntary_switches", "x", "2:66: column 'involuntary_switches': 'x' is not a whole number"),
        ("seed", "", "2:68: column 'seed': it is empty"),
    ])
    func wrongValueIsNamedWithItsPlace(column: String, value: String, message: String) throws {
        #expect(try objection(Self.header + row(column, value)) == message)
    }

    @Test func truncatedFileIsRefused() throws {
        for cut in [1, 2, 30] {
            let message = try #require(try objection(String((Self.header + Self.row).dropLast(cut))))
            #expect(message.hasPrefix("2:") && message.contains("the file ends within this row: it is cut"))
        }
        #expect(try objection("") == ": it is empty, and has not even a header")
        #expect(
            try objection(Self.header + "cpu,head\n") == "2:1: this row has 2 fields, and the header has 16")
    }

    @Test func foreignFileIsRefused() throws {
        #expect(
            try objection(MeasurementCSV.columns.joined(separator: ",") + "\n")
                == "1:1: column 1 is 'queue', and has to be 'tier': this is no gate-runs.csv")
        #expect(
            try objection("tier,side\n")
                == "1:6: behind this column, 'queue' is missing: this is no gate-runs.csv")
        #expect(
            try objection(Self.header.dropLast() + ",later\n")
                == "1:\(Self.header.count + 1): there is no column 'later': this is no gate-runs.csv")
    }

    @Test func duplicateNumberIsRefused() throws {
        #expect(
            try objection(Self.header + Self.row + Self.row)
                == "3:1: wall_time of a/eager at empty limit=1, head, block 3, position 1, stands in an earlier "
                + "row already")
        // The anchor's blocks have the same numbers in several comparisons.
        for (column, value) in [("seed", "1"), ("side", "base"), ("tier", "wall"), ("position", "2")] {
            #expect(try objection(Self.header + Self.row + row(column, value)) == nil)
        }
    }
}
