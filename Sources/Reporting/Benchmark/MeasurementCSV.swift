public import QueueBenchmarking
private import QueueConformance
internal import TextFormats

/// Writes and reads measurements.csv: one record for each measurement. The columns are documented in
/// `results/README.md`. New columns are only appended.
public final class MeasurementCSV: Sendable {
    public static let fileName = "measurements.csv"

    /// The number of the schema, which each new column raises. The manifest contains it.
    public static let schemaVersion = MeasurementColumn.counts.count

    public static let columns = MeasurementColumn.names

    private let writer: CSVWriter

    /// Creates the file, with its header.
    ///
    /// - Throws: `FileError` if it exists or can't be written.
    public init(creating path: String) throws {
        writer = try CSVWriter(creating: path, columns: Self.columns)
    }

    /// Appends one record.
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

    /// The measurements of a file, in order.
    ///
    /// - Throws: `FileError` with the position if the file can't be read, has another format or schema, is
    ///   incomplete, or has an invalid or repeated row.
    public static func read(_ path: String) throws -> [Measurement] {
        var measurements: [Measurement] = []
        try read(path) { measurement, _ in measurements.append(measurement) }
        return measurements
    }

    /// Passes on each measurement with the position of its row.
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

    /// Reads the header, and checks that it has the columns of a readable schema.
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
    static func refusal(ofSchema version: Int) -> String? {
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
