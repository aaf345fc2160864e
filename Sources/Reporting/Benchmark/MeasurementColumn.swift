internal import TextFormats

/// The columns of measurements.csv, in their order. A column is only ever appended, and with it a schema.
enum MeasurementColumn: String, CSVColumn {
    case queue, scenario, parameters, process, round, position, pair, metric, unit, value, seed, driver
    case note
    // Schema 2.
    case strategy, steal, pressure
    case involuntarySwitches = "involuntary_switches"
    case flags
    // Schema 3.
    case rulesVersion = "rules_version"

    /// How many columns each schema has, the first first.
    static let counts = [13, 18, allCases.count]

    /// The oldest schema whose files are still read: a later one only appended columns.
    static let oldestSchema = 2
}
