import QueueBenchmarking
import Reporting
import TemporaryFolders
import Testing
import TextFormats

/// What measurements.csv must not be.
@Suite struct MeasurementReadingTests {
    private static let header = MeasurementCSV.columns.joined(separator: ",") + "\n"
    private static let row =
        "a,empty,limit=1,0,3,1,9,wall_time,ns/operation,5,1,thread,,eager,0,,3,overloaded,1.0\n"

    private func objection(_ text: String) throws -> String? {
        try TemporaryFolder.objection(to: text, named: "measurements.csv", MeasurementCSV.read)
    }

    /// The row with another value in a column.
    private func row(_ column: String, _ value: String) throws -> String {
        var fields = Self.row.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(
            String.init)
        fields[try #require(MeasurementCSV.columns.firstIndex(of: column))] = value
        return CSVRow.text(fields)
    }

    @Test func rowIsAMeasurement() throws {
        #expect(try objection(Self.header + Self.row) == nil)
        #expect(try objection(Self.header) == nil)
    }

    @Test func formerScenarioNameIsReadAsItsName() throws {
        let text = Self.header + (try row("scenario", "diamond"))
        let read = try TemporaryFolder.reading(text, named: "measurements.csv", MeasurementCSV.read)
        #expect(read.map(\.benchmarkCase.scenario) == ["wavefront"])
    }

    @Test(arguments: [
        ("queue", "", "2:1: column 'queue': it is empty"),
        ("scenario", "", "2:3: column 'scenario': it is empty"),
        (
            "parameters", "limit",
            "2:9: column 'parameters': 'limit' are no parameters; they look like 'limit=1;operations=100'"
        ),
        (
            "parameters", "limit=01",
            "2:9: column 'parameters': 'limit=01' are no parameters; they look like 'limit=1;operations=100'"
        ),
        ("process", "", "2:17: column 'process': it is empty"),
        ("process", "x", "2:17: column 'process': 'x' is not a whole number"),
        ("round", "3.5", "2:19: column 'round': '3.5' is not a whole number"),
        ("round", "", "2:19: column 'round': it is empty, and the rest of round, position and pair is not"),
        ("pair", "", "2:23: column 'pair': it is empty, and the rest of round, position and pair is not"),
        ("metric", "speed", "2:25: column 'metric': there is no metric 'speed'"),
        ("unit", "s", "2:35: column 'unit': the unit of wall_time is 'ns/operation', not 's'"),
        ("value", "fast", "2:48: column 'value': 'fast' is no number"),
        ("value", "nan", "2:48: column 'value': 'nan' is no number"),
        ("seed", "-1", "2:50: column 'seed': '-1' is not a whole number, 0 or more"),
        ("driver", "", "2:52: column 'driver': it is empty"),
        ("steal", "x", "2:66: column 'steal': 'x' is not a whole number, 0 or more"),
        ("involuntary_switches", "x", "2:69: column 'involuntary_switches': 'x' is not a whole number"),
        ("flags", "overloaded;odd", "2:71: column 'flags': there is no flag 'odd'"),
        ("flags", "overloaded;", "2:71: column 'flags': there is no flag ''"),
        ("rules_version", "", "2:82: column 'rules_version': it is empty"),
    ])
    func wrongValueIsNamedWithItsPlace(column: String, value: String, message: String) throws {
        #expect(try objection(Self.header + row(column, value)) == message)
    }

    @Test func lineNumbersCountQuotedLineBreaks() throws {
        let text = try Self.header + row("note", "two\nlines") + row("metric", "speed")
        #expect(try objection(text) == "4:25: column 'metric': there is no metric 'speed'")
    }

    @Test(arguments: ["", "2"])
    func checkIsPassedOrFailed(value: String) throws {
        let row = "a,empty,limit=1,0,3,1,9,result_check,passed,\(value),1,thread,,,,,,,1.0\n"
        #expect(
            try objection(Self.header + row)
                == "2:45: column 'value': '\(value)' is not 0 or 1, and a check has no other result")
    }

    @Test func truncatedFileIsRefused() throws {
        for cut in [1, 2, 30] {
            let message = try #require(try objection(String((Self.header + Self.row).dropLast(cut))))
            #expect(message.hasPrefix("2:") && message.contains("the file ends within this row: it is cut"))
        }
        #expect(try objection("") == ": it is empty, and has not even a header")
    }

    @Test func rowWithMissingFieldsIsRefused() throws {
        #expect(
            try objection(Self.header + Self.row.dropLast(5) + "\n")
                == "2:1: this row has 18 fields, and the header has 19")
        #expect(
            try objection(Self.header + Self.row + Self.row.dropLast() + ",\n")
                == "3:1: this row has 20 fields, and the header has 19")
        #expect(try objection(Self.header + "\n") == "2:1: this row has 1 fields, and the header has 19")
    }

    @Test func foreignFileIsRefused() throws {
        #expect(
            try objection("rule,queue\n")
                == "1:1: column 1 is 'rule', and has to be 'queue': this is no measurements.csv")
        #expect(
            try objection("queue,scenario\n")
                == "1:7: behind this column, 'parameters' is missing: this is no measurements.csv")
    }

    @Test func otherSchemaIsRefused() throws {
        #expect(
            try objection(Self.header.dropLast() + ",later\n")?.hasPrefix(
                "1:155: schema 3, which this oplab reads, has no column 'later'. A newer oplab") == true)
        let older = MeasurementCSV.columns.prefix(13).joined(separator: ",") + "\n"
        #expect(
            try objection(older)
                == "1:85: behind this column, 'strategy' is missing: an older oplab has written it, and this one "
                + "reads no schema before 2. Read it with that one, or measure again")
    }

    /// Schema 3 has appended the version of the rules.
    @Test func fileWithoutTheVersionOfTheRulesIsRead() throws {
        let older = MeasurementCSV.columns.dropLast().joined(separator: ",") + "\n"
        let row = Self.row.dropLast(5) + "\n"
        #expect(try objection(older + row) == nil)
        #expect(
            try TemporaryFolder.reading(older + row, named: "measurements.csv", MeasurementCSV.read)
                == TemporaryFolder.reading(
                    Self.header + Self.row, named: "measurements.csv", MeasurementCSV.read))
        #expect(try objection(older + Self.row) == "2:1: this row has 19 fields, and the header has 18")
    }

    @Test func duplicateMeasurementIsRefused() throws {
        #expect(
            try objection(Self.header + Self.row + Self.row)
                == "3:1: wall_time of a/eager at empty limit=1, process 0, round 3, stands in an earlier row "
                + "already")
        for (column, value) in [
            ("queue", "b"), ("strategy", ""), ("parameters", "limit=2"), ("process", "1"), ("round", "4"),
            ("metric", "process_cpu_time"),
        ] {
            #expect(try objection(Self.header + Self.row + row(column, value)) == nil)
        }
    }

    /// A queue may fail while it warms up, and again when another queue has taken the process with it.
    @Test func warmUpsMayFailTwice() throws {
        let failed = "a,empty,limit=1,0,,,,result_check,passed,0,1,thread,wrong,,,,,,1.0\n"
        #expect(try objection(Self.header + failed + failed) == nil)
    }
}
