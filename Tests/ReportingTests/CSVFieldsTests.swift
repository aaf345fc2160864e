import Testing
import TextFormats

/// What a field may hold, by the kind of value that is asked for.
@Suite struct CSVFieldsTests {
    private enum Column: String, CSVColumn {
        case name, count, part, added
    }

    private struct Row: Equatable, Sendable {
        let name: String
        let count: Int?
        let part: Double?
        let added: String
        let hasAdded: Bool
    }

    private static let file = CSVFixture(
        name: "a.csv", columns: Column.names, row: "x,1,0.5,new\n"
    ) { path in
        var reader = try CSVReader(path)
        try reader.header(Column.names, of: "a.csv", required: 3)
        var rows: [Row] = []
        while let record = try reader.next() {
            let fields = try CSVFields<Column>(record, of: reader)
            rows.append(
                Row(
                    name: try fields.filled(.name), count: try fields.optional(.count, "a whole number"),
                    part: try fields.number(.part), added: fields.text(.added),
                    hasAdded: fields.has(.added)))
        }
        return rows
    }

    @Test func emptyFieldIsNoValue() throws {
        #expect(
            try Self.file.reading(Self.file.header + Self.file.row + "y,,,\n") == [
                Row(name: "x", count: 1, part: 0.5, added: "new", hasAdded: true),
                Row(name: "y", count: nil, part: nil, added: "", hasAdded: true),
            ])
    }

    @Test func columnThatAnOlderFileLacksIsEmpty() throws {
        #expect(
            try Self.file.reading("name,count,part\nx,1,0.5\n") == [
                Row(name: "x", count: 1, part: 0.5, added: "", hasAdded: false)
            ])
        #expect(try Self.file.refusal("name,count\nx,1\n")?.hasPrefix("1:6: ") == true)
        #expect(try Self.file.refusal("name,count,part,added,more\n")?.hasPrefix("1:23: ") == true)
    }

    @Test(arguments: [
        ("name", "", "2:1"), ("count", "x", "2:3"), ("count", "1.5", "2:3"),
        ("count", "99999999999999999999", "2:3"), ("part", "fast", "2:5"), ("part", "nan", "2:5"),
        ("part", "inf", "2:5"),
    ])
    func wrongValueIsNamedWithItsPlace(column: String, value: String, place: String) throws {
        try Self.file.expectRefusal(of: value, in: column, at: place)
    }

    @Test func partOfAFileIsRefused() throws { try Self.file.expectRefusalOfParts() }
}
