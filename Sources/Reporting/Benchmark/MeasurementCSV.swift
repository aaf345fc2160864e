public import QueueBenchmarking
private import QueueConformance
internal import TextFormats

/// Writes and reads measurements.csv: a record a measurement. The columns are documented in
/// `results/README.md`, and only ever appended to.
public final class MeasurementCSV: Sendable {
    public static let fileName = "measurements.csv"

    /// Raised whenever a column is appended; stands in the manifest.
    public static let schemaVersion = MeasurementColumn.counts.count

    public static let columns = MeasurementColumn.names

    private let writer: CSVWriter

    /// Creates the file, with its header.
    ///
    /// - Throws: `FileError` if it exists or can't be written.
    public init(creating path: String) throws {
        writer = try CSVWriter(creating: path, columns: Self.columns)
    }

    /// Appends one record, whole.
    public func append(_ measurement: Measurement) throws {
        let place = measurement.place
        let conditions = measurement.conditions
        try writer.append([
            measurement.subject.queue, measurement.benchmarkCase.scenario,
            "\(measurement.benchmarkCase.parameters)",
            "\(measurement.process)", place.map { "\($0.round)" }, place.map { "\($0.position)" },
            place.map { "\($0.pair)" }, measurement.metric.rawValue, measurement.metric.unit,
            measurement.value.map(Decimals.shortest), "\(measurement.seed)", measurement.driver,
            measurement.note, measurement.subject.strategy, conditions.steal.map { "\($0)" },
            conditions.pressure.map { "\($0)" }, conditions.involuntarySwitches.map { "\($0)" },
            measurement.flags.map(\.rawValue).joined(separator: ";"), RuleBook.version,
        ])
    }

    // MARK: Reading

    /// The measurements of a file, in its order: all of them, or an error.
    ///
    /// - Throws: `FileError` with the place if the file can't be read, isn't one of these, is of another schema,
    ///   is cut, or has a row that is no measurement or stands there twice.
    public static func read(_ path: String) throws -> [Measurement] {
        var measurements: [Measurement] = []
        try read(path) { measurement, _ in measurements.append(measurement) }
        return measurements
    }

    /// The same, one by one, each with the place of its row.
    static func read(
        _ path: String, _ receive: (Measurement, TextPosition) throws -> Void
    ) throws {
        var reader = try CSVReader(path)
        try readHeader(&reader)
        var row = MeasurementRow(of: reader)
        while let record = try reader.next() {
            try receive(try row.measurement(record), record.positions[0])
        }
    }

    /// Whether the columns are those of this schema.
    private static func readHeader(_ reader: inout CSVReader) throws(FileError) {
        let required = MeasurementColumn.counts[MeasurementColumn.oldestSchema - 1]
        try reader.header(columns, of: fileName, required: required) { name in
            "schema \(schemaVersion), which this oplab reads, has no column '\(name)'. A newer oplab has written "
                + "this file: read it with that one"
        } ofMissing: { count in
            MeasurementColumn.counts.contains(count) ? older : nil
        }
    }

    private static let older =
        "an older oplab has written it, and this one reads no schema before \(MeasurementColumn.oldestSchema). Read it with that one, "
        + "or measure again"

    /// Why a run of a schema can't be read; nil if it can.
    static func objection(toSchema version: Int) -> String? {
        if (MeasurementColumn.oldestSchema...schemaVersion).contains(version) { return nil }
        if version > schemaVersion {
            return "it is of schema \(version), and this oplab reads schema \(schemaVersion). Read it with a "
                + "newer oplab"
        }
        guard version > 0 else { return "there is no schema \(version)" }
        return "it is of schema \(version), in which \(fileName) has no column "
            + "'\(columns[MeasurementColumn.counts[version - 1]])': \(older)"
    }
}
