public import QueueBenchmarking
private import SwiftCSV

/// Writes and reads measurements.csv: a record a measurement. The columns are documented in
/// `results/README.md`, and only ever appended to.
public final class MeasurementCSV: Sendable {
    public static let fileName = "measurements.csv"

    /// Raised whenever a column is appended; stands in the manifest.
    public static let schemaVersion = 2

    public static let columns = [
        "queue", "scenario", "parameters", "process", "round", "position", "pair", "metric", "unit", "value",
        "seed", "driver", "note", "strategy", "steal", "pressure", "involuntary_switches", "flags",
    ]

    private let writer: CSVWriter

    /// Creates the file, with its header.
    ///
    /// - Throws: ``FileError`` if it exists or can't be written.
    public init(creating path: String) throws {
        writer = try CSVWriter(creating: path, columns: Self.columns)
    }

    /// Appends one record, whole.
    public func append(_ measurement: Measurement) throws {
        let place = measurement.place
        let conditions = measurement.conditions
        try writer.append([
            measurement.arm.queue, measurement.measured.scenario, "\(measurement.measured.parameters)",
            "\(measurement.process)", place.map { "\($0.round)" }, place.map { "\($0.position)" },
            place.map { "\($0.pair)" }, measurement.metric.rawValue, measurement.metric.unit,
            measurement.value.map(Decimals.shortest), "\(measurement.seed)", measurement.driver,
            measurement.note, measurement.arm.strategy, conditions.steal.map { "\($0)" },
            conditions.pressure.map { "\($0)" }, conditions.involuntarySwitches.map { "\($0)" },
            measurement.flags.map(\.rawValue).joined(separator: ";"),
        ])
    }

    /// The measurements of a file, in its order. Columns that came after this version are passed over.
    ///
    /// - Throws: ``FileError`` if the file can't be read, or isn't one of these.
    public static func read(_ path: String) throws -> [Measurement] {
        let file: CSV<Named>
        do {
            file = try CSV<Named>(string: try TextFile.contents(path), loadColumns: false)
        } catch let error as CSVParseError {
            throw FileError(action: "read", path: path, reason: "\(error)")
        }
        if let missing = columns.first(where: { !file.header.contains($0) }) {
            throw FileError(action: "read", path: path, reason: "it has no column '\(missing)'")
        }
        return try file.rows.enumerated().map { index, row in
            guard let measurement = measurement(row) else {
                throw FileError(
                    action: "read", path: path, reason: "record \(index + 1) is no measurement: \(row)")
            }
            return measurement
        }
    }

    private static func measurement(_ row: [String: String]) -> Measurement? {
        guard let queue = row["queue"], let scenario = row["scenario"],
            let parameters = row["parameters"].flatMap(ScenarioParameters.init),
            let process = row["process"].flatMap({ Int($0) }),
            let metric = row["metric"].flatMap(Metric.init), let value = row["value"],
            let seed = row["seed"].flatMap({ UInt64($0) }), let driver = row["driver"],
            let note = row["note"],
            let strategy = row["strategy"], let flags = row["flags"]
        else { return nil }
        let number = Double(value)
        guard value.isEmpty || number != nil else { return nil }
        var place: RunPlace?
        let coordinates = ["round", "position", "pair"].compactMap { row[$0].flatMap { Int($0) } }
        if coordinates.count == 3 {
            place = RunPlace(round: coordinates[0], position: coordinates[1], pair: coordinates[2])
        } else if !coordinates.isEmpty || row["round"] != "" {
            return nil
        }
        return Measurement(
            arm: Arm(queue: queue, strategy: strategy),
            measured: BenchmarkCase(scenario: scenario, parameters: parameters), process: process,
            place: place, metric: metric, value: number, seed: seed, driver: driver, note: note,
            conditions: RunConditions(
                steal: row["steal"].flatMap { UInt64($0) }, pressure: row["pressure"].flatMap { UInt64($0) },
                involuntarySwitches: row["involuntary_switches"].flatMap { Int($0) }),
            flags: flags.split(separator: ";").compactMap { RunFlag(rawValue: String($0)) })
    }
}
