import SwiftCSV
import TestSupport
import Testing
import TextFormats

@Suite struct CSVTests {
    @Test func fieldsAreQuotedOnlyWhereNecessary() {
        #expect(CSVRow.text(["a", "b c", nil, ""]) == "a,b c,,\n")
        #expect(
            CSVRow.text(["a,b", "say \"no\"", "two\nlines", "cr\r\nlf"])
                == "\"a,b\",\"say \"\"no\"\"\",\"two\nlines\",\"cr\r\nlf\"\n")
        #expect(CSVRow.text(["é\"\u{301}"]) == "\"é\"\"\u{301}\"\n")
    }

    @Test func fileRoundTrips() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.csv"
        let writer = try CSVWriter(creating: path, columns: ["name", "note"])
        try writer.append(["x", "a, \"b\"\nand c"])
        try writer.append(["y", nil])

        let table = try CSV<Named>(string: try TextFile.contents(path))
        #expect(table.header == ["name", "note"])
        #expect(table.rows == [["name": "x", "note": "a, \"b\"\nand c"], ["name": "y", "note": ""]])
    }

    @Test func writingRefusesAnExistingFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.csv"
        let first = try CSVWriter(creating: path, columns: ["one"])
        #expect(throws: FileError(action: "create", path: path, reason: "File exists")) {
            try CSVWriter(creating: path, columns: ["two"])
        }
        try first.append(["1"])
        #expect(try TextFile.contents(path) == "one\n1\n")
    }
}
