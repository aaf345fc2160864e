import Testing

@testable import TextFormats

@Suite struct CSVReaderTests {
    private func records(_ text: String) throws -> [[String]] {
        try records(Array(text.utf8)).map(\.fields)
    }

    private func records(_ bytes: [UInt8]) throws -> [CSVReader.Record] {
        var reader = CSVReader("a.csv", bytes: bytes)
        var records: [CSVReader.Record] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    @Test func recordsRoundTrip() throws {
        #expect(try records("") == [])
        #expect(try records("a,b\n,\n") == [["a", "b"], ["", ""]])
        #expect(try records("a\r\nb\r\n") == [["a"], ["b"]])
        #expect(try records("\"a,\"\"b\"\"\",\"two\nlines\"\n\n") == [["a,\"b\"", "two\nlines"], [""]])
        for fields in [["x", "", "é\"\u{301}", "cr\r\nlf", "\""], [""], ["\n"]] {
            #expect(try records(CSVRow.text(fields)) == [fields])
        }
    }

    @Test func fieldKnowsItsLineAndColumn() throws {
        let positions = try records(Array("é,\"a\nb\",c\nd,e\n".utf8)).map { $0.positions.map(\.description) }
        #expect(positions == [["1:1", "1:3", "2:4"], ["3:1", "3:3"]])
    }

    @Test(arguments: [
        (
            "a,b\nc,d",
            "a.csv:2:4: the file ends within this row: it is cut. Copy it once more; if there is no whole one, "
                + "take the last row out"
        ),
        (
            "a\n\"b\nc",
            "a.csv:2:1: the file ends within this row: it is cut. Copy it once more; if there is no whole one, "
                + "take the last row out"
        ),
        (
            "a\n\"b\"",
            "a.csv:2:4: the file ends within this row: it is cut. Copy it once more; if there is no whole one, "
                + "take the last row out"
        ),
        ("a,b\"c\n", "a.csv:1:4: a quote stands within a field that isn't in quotes"),
        ("\"a\"b\n", "a.csv:1:4: something stands between the closing quote and the end of the field"),
        ("a\rb\n", "a.csv:1:2: a carriage return stands there without a line feed"),
    ])
    func malformedInputIsRefusedWithItsPlace(text: String, message: String) {
        let error = #expect(throws: FileError.self) { try records(text) }
        #expect(error?.description == "can't read " + message)
    }

    @Test func readerRefusesInvalidUTF8() {
        let error = #expect(throws: FileError.self) { try records([0x61, 0x2C, 0xFF, 0x0A]) }
        #expect(error?.description == "can't read a.csv:1:3: this field isn't UTF-8")
    }
}
