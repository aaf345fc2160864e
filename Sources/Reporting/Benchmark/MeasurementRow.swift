internal import QueueBenchmarking
internal import TextFormats

/// Converts records of measurements.csv to measurements, and rejects invalid ones.
struct MeasurementRow {
    private let reader: CSVReader
    private var parameters = ReadParameters()
    private var seen: Set<Identity> = []

    /// What identifies a row: no two rows of a file may have the same.
    private struct Identity: Hashable {
        let subject: SubjectID
        let benchmarkCase: BenchmarkCase
        let process: Int
        let place: RunPlace
        let metric: Metric
    }

    /// - Parameter reader: The reader of the file, for its errors.
    init(of reader: CSVReader) { self.reader = reader }

    /// - Throws: `FileError` with the line and column of an invalid value.
    mutating func measurement(_ record: CSVReader.Record) throws(FileError) -> Measurement {
        let row = try Fields(record, of: reader)
        let metric = try row.metric(.metric, unit: .unit)
        let measurement = Measurement(
            subject: SubjectID(queue: try row.filled(.queue), strategy: row.text(.strategy)),
            benchmarkCase: BenchmarkCase(
                scenario: try row.filled(.scenario), parameters: try parameters.value(of: row, .parameters)),
            process: try row.required(.process, "a whole number"), place: try Self.place(row), metric: metric,
            value: try Self.value(row, metric), seed: try row.required(.seed, "a whole number, 0 or more"),
            driver: try row.filled(.driver), note: row.text(.note),
            conditions: RunConditions(
                steal: try row.optional(.steal, "a whole number, 0 or more"),
                pressure: try row.optional(.pressure, "a whole number, 0 or more"),
                involuntarySwitches: try row.optional(.involuntarySwitches, "a whole number")),
            flags: try Self.flags(row))
        if row.has(.rulesVersion) { _ = try row.filled(.rulesVersion) }
        try checkIsNew(measurement, record)
        return measurement
    }

    /// Two warm-ups of one queue in one process may both have failed; everything else happens once.
    private mutating func checkIsNew(
        _ measurement: Measurement, _ record: CSVReader.Record
    ) throws(FileError) {
        guard let place = measurement.place else { return }
        let identity = Identity(
            subject: measurement.subject, benchmarkCase: measurement.benchmarkCase,
            process: measurement.process, place: place,
            metric: measurement.metric)
        guard seen.insert(identity).inserted else {
            throw reader.error(
                record.positions[0],
                "\(measurement.metric.rawValue) of \(measurement.subject) at \(measurement.benchmarkCase), process "
                    + "\(measurement.process), round \(place.round), is in an earlier row too")
        }
    }

    // MARK: Values

    private static func value(_ row: Fields, _ metric: Metric) throws(FileError) -> Double? {
        let text = row.text(.value)
        if metric == .resultCheck, text != "0", text != "1" {
            throw row.error(.value, "'\(text)' must be 0 or 1")
        }
        return try row.number(.value)
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
            let empty: MeasurementColumn = round == nil ? .round : position == nil ? .position : .pair
            throw row.error(empty, "it is empty, but round, position and pair belong together")
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

private typealias Fields = CSVFields<MeasurementColumn>
