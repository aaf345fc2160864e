internal import ResultFiles

/// The columns of gate-runs.csv, in their order, named as in measurements.csv where they are the same.
enum GateRunsColumn: String, CaseIterable, CSVColumn {
    case tier, side, queue, strategy, scenario, parameters, block, position, metric, unit, value, steal,
        pressure
    case involuntarySwitches = "involuntary_switches"
    case seed

    static let names = allCases.map(\.rawValue)

    var index: Int { Self.indices[self]! }

    private static let indices = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })
}
