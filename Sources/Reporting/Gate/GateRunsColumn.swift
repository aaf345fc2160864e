internal import TextFormats

/// The columns of gate-runs.csv, in order, with the names of measurements.csv where they mean the same.
enum GateRunsColumn: String, CaseIterable, CSVColumn {
    case tier
    case variant = "side"
    case queue, strategy, scenario, parameters, block, position, metric, unit, value, steal,
        pressure
    case involuntarySwitches = "involuntary_switches"
    case seed
    case rulesVersion = "rules_version"

    /// The number of columns in files from before the rules had a version.
    static let required = 15
}
