/// The columns of a CSV file, in its order, by the names that the header has for them.
public protocol CSVColumn: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

extension CSVColumn {
    /// As they stand in the header.
    public static var names: [String] { allCases.map(\.rawValue) }
}

/// The fields of one row of a CSV file by their columns. What is wrong with one is an error with its place.
public struct CSVFields<Column: CSVColumn> {
    public let record: CSVReader.Record
    public let reader: CSVReader
    private let columns = Array(Column.allCases)

    /// - Parameters:
    ///   - record: The row.
    ///   - reader: Of the file, for its errors.
    /// - Throws: ``FileError`` if the row hasn't as many fields as the header has columns.
    public init(_ record: CSVReader.Record, of reader: CSVReader) throws(FileError) {
        guard record.fields.count == reader.columnCount else {
            throw reader.error(
                record.positions[0],
                "this row has \(record.fields.count) fields, and the header has \(reader.columnCount)")
        }
        self.record = record
        self.reader = reader
    }

    /// The field of a column; empty if the file lacks the column.
    public func text(_ column: Column) -> String { has(column) ? record.fields[index(of: column)] : "" }

    /// Whether the file has the column, which files of earlier versions may lack.
    public func has(_ column: Column) -> Bool { index(of: column) < record.fields.count }

    private func index(of column: Column) -> Int { columns.firstIndex(of: column)! }

    /// What is wrong with the field of a column.
    public func error(_ column: Column, _ reason: String) -> FileError {
        reader.error(record.positions[index(of: column)], "column '\(column.rawValue)': \(reason)")
    }

    /// A text that isn't empty.
    public func filled(_ column: Column) throws(FileError) -> String {
        let text = text(column)
        if text.isEmpty { throw error(column, "it is empty") }
        return text
    }

    /// A number, or none where the field is empty.
    ///
    /// - Parameters:
    ///   - column: Where it stands.
    ///   - kind: What the number has to be: "a whole number".
    public func optional<Number: FixedWidthInteger>(
        _ column: Column, _ kind: String
    ) throws(FileError) -> Number? {
        let text = text(column)
        if text.isEmpty { return nil }
        guard let number = Number(text) else { throw error(column, "'\(text)' is not \(kind)") }
        return number
    }

    /// The same, of a field that isn't empty.
    public func required<Number: FixedWidthInteger>(
        _ column: Column, _ kind: String
    ) throws(FileError) -> Number {
        _ = try filled(column)
        guard let number: Number = try optional(column, kind) else { throw error(column, "it is empty") }
        return number
    }

    /// A finite number; nil if the field is empty.
    public func number(_ column: Column) throws(FileError) -> Double? {
        let text = text(column)
        if text.isEmpty { return nil }
        guard let value = Double(text), value.isFinite else { throw error(column, "'\(text)' is no number") }
        return value
    }
}
