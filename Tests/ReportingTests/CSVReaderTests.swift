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
        ("a,b\nc,d", "2:4", "ends within this row"), ("a\n\"b\nc", "2:1", "ends within this row"),
        ("a\n\"b\"", "2:4", "ends within this row"), ("a,b\"c\n", "1:4", "quote"),
        ("\"a\"b\n", "1:4", "closing quote"), ("a\rb\n", "1:2", "carriage return"),
    ])
    func malformedInputIsRefusedWithItsPlace(text: String, position: String, reason: String) throws {
        let error = try #require(throws: FileError.self) { try records(text) }
        #expect(error.path == "a.csv" && error.position?.description == position)
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test func readerRefusesInvalidUTF8() {
        let error = #expect(throws: FileError.self) { try records([0x61, 0x2C, 0xFF, 0x0A]) }
        #expect(error?.description == "can't read a.csv:1:3: this field isn't UTF-8")
    }
}
