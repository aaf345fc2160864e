internal import TextFormats

/// The columns of gate-runs.csv, in their order, named as in measurements.csv where they are the same.
enum GateRunsColumn: String, CaseIterable, CSVColumn {
    case tier
    case variant = "side"
    case queue, strategy, scenario, parameters, block, position, metric, unit, value, steal,
        pressure
    case involuntarySwitches = "involuntary_switches"
    case seed
    case rulesVersion = "rules_version"

    /// How many of them files have from before the rules had a version.
    static let required = 15
}
