internal import QueueBenchmarking
public import RegressionGate
private import TextFormats

/// Writes gate-runs.csv: one record for each number of each run, without warm-ups.
public final class GateRunsCSV: Sendable {
    public static let fileName = "gate-runs.csv"
    public static let columns = GateRunsColumn.names

    private let writer: CSVWriter

    /// Creates the file, with its header.
    ///
    /// - Throws: `FileError` if it exists or can't be written.
    public init(creating path: String) throws {
        writer = try CSVWriter(creating: path, columns: Self.columns)
    }

    /// Appends the records of a run.
    ///
    /// - Throws: `FileError`.
    public func append(_ run: GateRun) throws {
        for row in GateRunRow.rows(of: run) { try append(row) }
    }

    func append(_ row: GateRunRow) throws {
        let conditions = row.conditions
        try writer.append([
            row.tier.rawValue, row.variant.rawValue, row.subject.queue, row.subject.strategy,
            row.benchmarkCase.scenario,
            "\(row.benchmarkCase.parameters)", "\(row.block)", "\(row.position)", row.metric.rawValue,
            row.metric.unit, row.value.map(Decimals.shortest), conditions.steal.map { "\($0)" },
            conditions.pressure.map { "\($0)" }, conditions.involuntarySwitches.map { "\($0)" },
            "\(row.seed)", row.rulesVersion,
        ])
    }
}
