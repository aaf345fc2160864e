internal import QueueBenchmarking

/// Makes measurements of the records of measurements.csv, and refuses what isn't one.
struct MeasurementRow {
    private let reader: CSVReader
    /// Parameters that were read before: each stands in thousands of rows.
    private var parameters: [String: ScenarioParameters] = [:]
    private var seen: Set<Identity> = []

    /// What no two rows of a file share.
    private struct Identity: Hashable {
        let arm: Arm
        let measured: BenchmarkCase
        let process: Int
        let place: RunPlace
        let metric: Metric
    }

    /// - Parameter reader: Of the file, for its errors.
    init(of reader: CSVReader) { self.reader = reader }

    /// - Throws: ``FileError`` with the line and the column in which a value is wrong.
    mutating func measurement(_ record: CSVReader.Record) throws(FileError) -> Measurement {
        let columns = MeasurementCSV.columns
        guard record.fields.count == columns.count else {
            throw reader.error(
                record.positions[0],
                "this row has \(record.fields.count) fields, and the header has \(columns.count)")
        }
        let row = Fields(record: record, reader: reader)
        let metricName = try row.filled(.metric)
        guard let metric = Metric(rawValue: metricName) else {
            throw row.error(.metric, "there is no metric '\(metricName)'")
        }
        let unit = row.text(.unit)
        guard unit == metric.unit else {
            throw row.error(.unit, "the unit of \(metric.rawValue) is '\(metric.unit)', not '\(unit)'")
        }
        let measurement = Measurement(
            arm: Arm(queue: try row.filled(.queue), strategy: row.text(.strategy)),
            measured: BenchmarkCase(
                scenario: try row.filled(.scenario), parameters: try parameters(of: row)),
            process: try row.required(.process, "a whole number"), place: try Self.place(row), metric: metric,
            value: try Self.value(row, metric), seed: try row.required(.seed, "a whole number, 0 or more"),
            driver: try row.filled(.driver), note: row.text(.note),
            conditions: RunConditions(
                steal: try row.optional(.steal, "a whole number, 0 or more"),
                pressure: try row.optional(.pressure, "a whole number, 0 or more"),
                involuntarySwitches: try row.optional(.involuntarySwitches, "a whole number")),
            flags: try Self.flags(row))
        try checkIsNew(measurement, record)
        return measurement
    }

    private mutating func parameters(of row: Fields) throws(FileError) -> ScenarioParameters {
        let text = row.text(.parameters)
        if let known = parameters[text] { return known }
        guard let value = ScenarioParameters(text), value.description == text else {
            throw row.error(
                .parameters, "'\(text)' are no parameters; they look like 'limit=1;operations=100'")
        }
        parameters[text] = value
        return value
    }

    /// Two warm-ups of one queue in one process may both have failed; all else happens once.
    private mutating func checkIsNew(
        _ measurement: Measurement, _ record: CSVReader.Record
    ) throws(FileError) {
        guard let place = measurement.place else { return }
        let identity = Identity(
            arm: measurement.arm, measured: measurement.measured, process: measurement.process, place: place,
            metric: measurement.metric)
        guard seen.insert(identity).inserted else {
            throw reader.error(
                record.positions[0],
                "\(measurement.metric.rawValue) of \(measurement.arm) at \(measurement.measured), process "
                    + "\(measurement.process), round \(place.round), stands in an earlier row already")
        }
    }

    // MARK: Values

    private static func value(_ row: Fields, _ metric: Metric) throws(FileError) -> Double? {
        let text = row.text(.value)
        if metric == .resultCheck, text != "0", text != "1" {
            throw row.error(.value, "'\(text)' is not 0 or 1, and a check has no other result")
        }
        if text.isEmpty { return nil }
        guard let value = Double(text), value.isFinite else {
            throw row.error(.value, "'\(text)' is no number")
        }
        return value
    }

    private static func place(_ row: Fields) throws(FileError) -> RunPlace? {
        let round: Int? = try row.optional(.round, "a whole number")
        let position: Int? = try row.optional(.position, "a whole number")
        let pair: Int? = try row.optional(.pair, "a whole number")
        switch (round, position, pair) {
        case (let round?, let position?, let pair?):
            return RunPlace(round: round, position: position, pair: pair)
        case (nil, nil, nil): return nil
        default:
            let empty: Fields.Column = round == nil ? .round : position == nil ? .position : .pair
            throw row.error(empty, "it is empty, and the rest of round, position and pair is not")
        }
    }

    private static func flags(_ row: Fields) throws(FileError) -> [RunFlag] {
        var flags: [RunFlag] = []
        let text = row.text(.flags)
        if text.isEmpty { return flags }
        for name in text.split(separator: ";", omittingEmptySubsequences: false) {
            guard let flag = RunFlag(rawValue: String(name)) else {
                throw row.error(.flags, "there is no flag '\(name)'")
            }
            flags.append(flag)
        }
        return flags
    }
}

/// The fields of a row by their columns.
private struct Fields {
    /// In the order of ``MeasurementCSV/columns``.
    enum Column: String, CaseIterable {
        case queue, scenario, parameters, process, round, position, pair, metric, unit, value, seed, driver
        case note, strategy, steal, pressure
        case involuntarySwitches = "involuntary_switches"
        case flags

        var index: Int { Self.indices[self]! }

        private static let indices = Dictionary(
            uniqueKeysWithValues: allCases.map { column in
                guard let index = MeasurementCSV.columns.firstIndex(of: column.rawValue) else {
                    fatalError("measurements.csv has no column '\(column.rawValue)'.")
                }
                return (column, index)
            })
    }

    let record: CSVReader.Record
    let reader: CSVReader

    func text(_ column: Column) -> String { record.fields[column.index] }

    func error(_ column: Column, _ reason: String) -> FileError {
        reader.error(record.positions[column.index], "column '\(column.rawValue)': \(reason)")
    }

    func filled(_ column: Column) throws(FileError) -> String {
        let text = text(column)
        if text.isEmpty { throw error(column, "it is empty") }
        return text
    }

    func optional<Number: FixedWidthInteger>(
        _ column: Column, _ kind: String
    ) throws(FileError) -> Number? {
        let text = text(column)
        if text.isEmpty { return nil }
        guard let number = Number(text) else { throw error(column, "'\(text)' is not \(kind)") }
        return number
    }

    func required<Number: FixedWidthInteger>(
        _ column: Column, _ kind: String
    ) throws(FileError) -> Number {
        _ = try filled(column)
        guard let number: Number = try optional(column, kind) else { throw error(column, "it is empty") }
        return number
    }
}
