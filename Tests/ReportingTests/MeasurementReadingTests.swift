import QueueBenchmarking
import Reporting
import Testing

/// What measurements.csv must not be.
@Suite struct MeasurementReadingTests {
    private static let file = CSVFixture(
        name: "measurements.csv", columns: MeasurementCSV.columns,
        row: "a,empty,limit=1,0,3,1,9,wall_time,ns/operation,5,1,thread,,eager,0,,3,overloaded,1.0\n",
        read: MeasurementCSV.read)
    private static let header = file.header

    private func refusal(_ text: String) throws -> String? { try Self.file.refusal(text) }

    @Test func rowIsAMeasurement() throws {
        #expect(try Self.file.reading(Self.header + Self.file.row).count == 1)
    }

    @Test func formerScenarioNameIsReadAsItsName() throws {
        let read = try Self.file.reading(Self.header + Self.file.row("scenario", "diamond"))
        #expect(read.map(\.benchmarkCase.scenario) == ["wavefront"])
    }

    @Test(arguments: [
        ("queue", "", "2:1"), ("scenario", "", "2:3"), ("parameters", "limit", "2:9"),
        ("parameters", "limit=01", "2:9"), ("process", "", "2:17"), ("round", "3.5", "2:19"),
        ("round", "", "2:19"), ("pair", "", "2:23"), ("metric", "speed", "2:25"), ("unit", "s", "2:35"),
        ("value", "fast", "2:48"), ("seed", "-1", "2:50"), ("driver", "", "2:52"), ("steal", "x", "2:66"),
        ("involuntary_switches", "x", "2:69"), ("flags", "overloaded;odd", "2:71"),
        ("flags", "overloaded;", "2:71"), ("rules_version", "", "2:82"),
    ])
    func wrongValueIsNamedWithItsPlace(column: String, value: String, place: String) throws {
        try Self.file.expectRefusal(of: value, in: column, at: place)
    }

    @Test func lineNumbersCountQuotedLineBreaks() throws {
        let text = try Self.header + Self.file.row("note", "two\nlines") + Self.file.row("metric", "speed")
        #expect(try refusal(text)?.hasPrefix("4:25: column 'metric': ") == true)
    }

    @Test(arguments: ["", "2"])
    func checkIsPassedOrFailed(value: String) throws {
        let row = "a,empty,limit=1,0,3,1,9,result_check,passed,\(value),1,thread,,,,,,,1.0\n"
        #expect(try refusal(Self.header + row)?.hasPrefix("2:45: column 'value': ") == true)
    }

    @Test func partOfAFileIsRefused() throws { try Self.file.expectRefusalOfParts() }

    @Test(arguments: [("rule,queue\n", "1:1: "), ("queue,scenario\n", "1:7: ")])
    func foreignFileIsRefused(header: String, place: String) throws {
        let refusal = try #require(try refusal(header))
        #expect(refusal.hasPrefix(place) && refusal.contains("this is no measurements.csv"))
    }

    @Test func otherSchemaIsRefused() throws {
        let newer = try #require(try refusal(Self.header.dropLast() + ",later\n"))
        #expect(newer.hasPrefix("1:155: schema 3") && newer.contains("'later'"))
        let older = try #require(
            try refusal(MeasurementCSV.columns.prefix(13).joined(separator: ",") + "\n"))
        #expect(older.hasPrefix("1:85: ") && older.contains("older oplab"))
    }

    /// Schema 3 has appended the version of the rules.
    @Test func fileWithoutTheVersionOfTheRulesIsRead() throws {
        let older = MeasurementCSV.columns.dropLast().joined(separator: ",") + "\n"
        let row = Self.file.row.dropLast(5) + "\n"
        #expect(try Self.file.reading(older + row) == Self.file.reading(Self.header + Self.file.row))
        #expect(try refusal(older + Self.file.row)?.hasPrefix("2:1: ") == true)
    }

    @Test func duplicateMeasurementIsRefused() throws {
        let text = Self.header + Self.file.row
        #expect(try refusal(text + Self.file.row)?.hasPrefix("3:1: wall_time of a/eager ") == true)
        for (column, value) in [
            ("queue", "b"), ("strategy", ""), ("parameters", "limit=2"), ("process", "1"), ("round", "4"),
            ("metric", "process_cpu_time"),
        ] {
            #expect(try refusal(text + Self.file.row(column, value)) == nil)
        }
    }

    /// A queue may fail while it warms up, and again when another queue has taken the process with it.
    @Test func warmUpsMayFailTwice() throws {
        let failed = "a,empty,limit=1,0,,,,result_check,passed,0,1,thread,wrong,,,,,,1.0\n"
        #expect(try refusal(Self.header + failed + failed) == nil)
    }
}
