private import FoundationEssentials
internal import QueueConformance
private import TextFormats

/// The content of conformance.json: a report with its evidence, which can be read again.
struct ConformanceFile: Codable, Sendable {
    static let fileName = "conformance.json"

    let rulesVersion: String
    let queues: [String]
    let isPartial: Bool
    /// The number of results by standing.
    let counts: [String: Int]
    let results: [ConformanceRecord]

    init(_ report: ConformanceReport) {
        self.init(
            report.entries.map(ConformanceRecord.init), rulesVersion: RuleBook.version,
            isPartial: report.isPartial)
    }

    init(_ results: [ConformanceRecord], rulesVersion: String, isPartial: Bool) {
        self.rulesVersion = rulesVersion
        self.isPartial = isPartial
        self.results = results
        counts = results.reduce(into: [:]) { $0[$1.standing, default: 0] += 1 }
        queues = results.reduce(into: []) { if !$0.contains($1.queue) { $0.append($1.queue) } }
    }

    /// - Throws: `FileError` if the file can't be read or isn't a report; with the position if it isn't JSON.
    static func read(_ path: String) throws -> ConformanceFile {
        try JSONFile(reading: path, as: "report of 'oplab conform'").decoded()
    }

    /// Reads conformance.csv, which has no evidence. A run that was killed leaves only this file.
    ///
    /// - Parameter isPartial: Whether the run was killed, which the file doesn't say.
    /// - Throws: `FileError` with the position.
    static func read(csv path: String, isPartial: Bool) throws -> ConformanceFile {
        var reader = try CSVReader(path)
        try reader.header(
            ConformanceCSV.columns, of: ConformanceCSV.fileName, required: ConformanceCSV.columns.count - 1)
        var records: [ConformanceRecord] = []
        var version = "unknown"
        while let row = try reader.next(fields: reader.columnCount) {
            let fields = Dictionary(uniqueKeysWithValues: zip(ConformanceCSV.columns, row.fields))
            guard let record = ConformanceRecord(fields) else {
                throw reader.error(row.positions[0], "this row has no rule, or a level that isn't known")
            }
            records.append(record)
            version = fields["rules_version"] ?? version
        }
        return ConformanceFile(records, rulesVersion: version, isPartial: isPartial)
    }
}
