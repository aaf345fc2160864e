import TestSupport
import Testing
import TextFormats

/// A CSV file of one row, whose fields a test changes to see what a reader says of it.
struct CSVFixture<Value>: Sendable {
    let name: String
    let columns: [String]
    let row: String
    let read: @Sendable (_ path: String) throws -> Value

    var header: String { columns.joined(separator: ",") + "\n" }

    func reading(_ text: String) throws -> Value {
        try TemporaryFolder.reading(text, named: name, read)
    }

    /// Where and why the file is refused; nil if it is read.
    func refusal(_ text: String) throws -> String? {
        try TemporaryFolder.refusal(of: text, named: name, read)
    }

    /// The row with another value in a column.
    func row(_ column: String, _ value: String) throws -> String {
        var fields = row.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        fields[try #require(columns.firstIndex(of: column))] = value
        return CSVRow.text(fields)
    }

    /// Expects that a wrong value is refused with the place and the name of its column.
    func expectRefusal(of value: String, in column: String, at place: String) throws {
        let refusal = try refusal(header + row(column, value))
        #expect(
            refusal?.hasPrefix("\(place): column '\(column)': ") == true, "\(refusal ?? "it is read")")
    }

    /// Expects that a file is refused that is cut, empty, or has another number of fields in a row.
    func expectRefusalOfParts() throws {
        for count in [1, 2, row.count / 2] {
            #expect(try refusal(String((header + row).dropLast(count)))?.hasPrefix("2:") == true)
        }
        #expect(try refusal("") != nil)
        #expect(try refusal(header + "\n")?.hasPrefix("2:1: ") == true)
        #expect(try refusal(header + row + row.dropLast() + ",\n")?.hasPrefix("3:1: ") == true)
        #expect(try refusal(header) == nil)
    }
}
