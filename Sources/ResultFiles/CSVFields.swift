public import QueueBenchmarking

/// A column of a CSV file, by the name that the header has for it.
public protocol CSVColumn: RawRepresentable<String>, Sendable {
    /// From 0.
    var index: Int { get }
}

/// The fields of one row of a CSV file by their columns. What is wrong with one is an error with its place.
public struct CSVFields<Column: CSVColumn> {
    public let record: CSVReader.Record
    public let reader: CSVReader

    /// - Parameters:
    ///   - record: The row.
    ///   - reader: Of the file, for its errors.
    ///   - columns: How many there are.
    /// - Throws: ``FileError`` if the row hasn't as many fields.
    public init(_ record: CSVReader.Record, of reader: CSVReader, columns: Int) throws(FileError) {
        guard record.fields.count == columns else {
            throw reader.error(
                record.positions[0],
                "this row has \(record.fields.count) fields, and the header has \(columns)")
        }
        self.record = record
        self.reader = reader
    }

    public func text(_ column: Column) -> String { record.fields[column.index] }

    /// What is wrong with the field of a column.
    public func error(_ column: Column, _ reason: String) -> FileError {
        reader.error(record.positions[column.index], "column '\(column.rawValue)': \(reason)")
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

    /// A metric, of which the row has the unit too.
    public func metric(_ column: Column, unit: Column) throws(FileError) -> Metric {
        let name = try filled(column)
        guard let metric = Metric(rawValue: name) else {
            throw error(column, "there is no metric '\(name)'")
        }
        guard text(unit) == metric.unit else {
            throw error(unit, "the unit of \(name) is '\(metric.unit)', not '\(text(unit))'")
        }
        return metric
    }
}

/// Parameters of scenarios that were read before: each stands in thousands of rows.
public struct ReadParameters {
    private var known: [String: ScenarioParameters] = [:]

    public init() {}

    /// - Throws: ``FileError`` if the field isn't what `ScenarioParameters` writes.
    public mutating func value<Column>(
        of row: CSVFields<Column>, _ column: Column
    ) throws(FileError) -> ScenarioParameters {
        let text = row.text(column)
        if let known = known[text] { return known }
        guard let value = ScenarioParameters(text), value.description == text else {
            throw row.error(column, "'\(text)' are no parameters; they look like 'limit=1;operations=100'")
        }
        known[text] = value
        return value
    }
}
