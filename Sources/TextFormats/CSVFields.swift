/// The columns of a CSV file, in order. The raw values are the names in the header.
public protocol CSVColumn: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

extension CSVColumn {
    /// The names in the header.
    public static var names: [String] { allCases.map(\.rawValue) }
}

/// The fields of one row of a CSV file, by column. Each error has a position.
public struct CSVFields<Column: CSVColumn> {
    public let record: CSVReader.Record
    public let reader: CSVReader
    private let columns = Array(Column.allCases)

    /// - Parameters:
    ///   - record: The row.
    ///   - reader: The reader of the file, for its errors.
    /// - Throws: ``FileError`` if the number of fields differs from the number of columns.
    public init(_ record: CSVReader.Record, of reader: CSVReader) throws(FileError) {
        try reader.check(record, has: reader.columnCount)
        self.record = record
        self.reader = reader
    }

    /// The field of a column; empty if the file lacks the column.
    public func text(_ column: Column) -> String { has(column) ? record.fields[index(of: column)] : "" }

    /// Whether the file has the column. Older files may lack it.
    public func has(_ column: Column) -> Bool { index(of: column) < record.fields.count }

    private func index(of column: Column) -> Int { columns.firstIndex(of: column)! }

    /// An error in the field of a column.
    public func error(_ column: Column, _ reason: String) -> FileError {
        reader.error(record.positions[index(of: column)], "column '\(column.rawValue)': \(reason)")
    }

    /// A text that must not be empty.
    public func filled(_ column: Column) throws(FileError) -> String {
        let text = text(column)
        if text.isEmpty { throw error(column, "it is empty") }
        return text
    }

    /// A number; nil if the field is empty.
    ///
    /// - Parameters:
    ///   - column: The column of the number.
    ///   - kind: What the number must be: "a whole number".
    public func optional<Number: FixedWidthInteger>(
        _ column: Column, _ kind: String
    ) throws(FileError) -> Number? {
        let text = text(column)
        if text.isEmpty { return nil }
        guard let number = Number(text) else { throw error(column, "'\(text)' is not \(kind)") }
        return number
    }

    /// A number that must be present.
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
