internal import TextFormats

/// The columns of measurements.csv, in order. A new column is appended, and makes a new schema.
enum MeasurementColumn: String, CSVColumn {
    case queue, scenario, parameters, process, round, position, pair, metric, unit, value, seed, driver
    case note
    // Schema 2.
    case strategy, steal, pressure
    case involuntarySwitches = "involuntary_switches"
    case flags
    // Schema 3.
    case rulesVersion = "rules_version"

    /// The number of columns of each schema, the first schema first.
    static let counts = [13, 18, allCases.count]

    /// The oldest readable schema: later ones only appended columns.
    static let oldestSchema = 2
}
