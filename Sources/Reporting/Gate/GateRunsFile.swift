private import QueueBenchmarking
internal import RegressionGate
private import TextFormats

/// Reads gate-runs.csv.
public enum GateRunsFile {
    /// The rows of a file, in order.
    ///
    /// - Throws: `FileError` with the position if the file can't be read, has another format, is incomplete, or has
    ///   an invalid or repeated row.
    /// - Complexity: O(length of the file).
    public static func read(_ path: String) throws -> [GateRunRow] {
        var reader = try CSVReader(path)
        try reader.header(
            GateRunsCSV.columns, of: GateRunsCSV.fileName, required: GateRunsColumn.required)
        var parameters = ReadParameters()
        var rows: [GateRunRow] = []
        var seen: Set<GateRunRow> = []
        while let record = try reader.next() {
            let fields = try Fields(record, of: reader)
            let row = try row(fields, &parameters)
            guard seen.insert(row.identity).inserted else {
                throw reader.error(
                    record.positions[0],
                    "\(row.metric.rawValue) of \(row.subject) at \(row.benchmarkCase), \(row.variant.rawValue), block "
                        + "\(row.block), position \(row.position), is in an earlier row too")
            }
            rows.append(row)
        }
        return rows
    }

    private typealias Fields = CSVFields<GateRunsColumn>

    private static func row(
        _ fields: Fields, _ parameters: inout ReadParameters
    ) throws(FileError) -> GateRunRow {
        GateRunRow(
            tier: try named(fields, .tier), variant: try named(fields, .variant),
            subject: SubjectID(queue: try fields.filled(.queue), strategy: fields.text(.strategy)),
            benchmarkCase: BenchmarkCase(
                scenario: try fields.filled(.scenario),
                parameters: try parameters.value(of: fields, .parameters)),
            block: try number(fields, .block), position: try number(fields, .position),
            metric: try fields.metric(.metric, unit: .unit), value: try fields.number(.value),
            conditions: RunConditions(
                steal: try fields.optional(.steal, "a whole number, 0 or more"),
                pressure: try fields.optional(.pressure, "a whole number, 0 or more"),
                involuntarySwitches: try fields.optional(.involuntarySwitches, "a whole number")),
            seed: try fields.required(.seed, "a whole number, 0 or more"),
            rulesVersion: fields.text(.rulesVersion).isEmpty ? nil : fields.text(.rulesVersion))
    }

    /// One of a few names.
    private static func named<Name: RawRepresentable<String>>(
        _ fields: Fields, _ column: GateRunsColumn
    ) throws(FileError) -> Name {
        let text = try fields.filled(column)
        guard let name = Name(rawValue: text) else {
            throw fields.error(column, "there is no \(column.rawValue) '\(text)'")
        }
        return name
    }

    private static func number(_ fields: Fields, _ column: GateRunsColumn) throws(FileError) -> Int {
        let number: UInt32 = try fields.required(column, "a whole number, 0 or more")
        return Int(number)
    }
}

extension GateRunRow {
    /// What identifies a row: no two rows of a file may have the same. The anchor belongs to several comparisons,
    /// whose blocks have the same numbers but different seeds.
    fileprivate var identity: GateRunRow {
        GateRunRow(
            tier: tier, variant: variant, subject: subject, benchmarkCase: benchmarkCase, block: block,
            position: position,
            metric: metric, value: nil, seed: seed)
    }
}
