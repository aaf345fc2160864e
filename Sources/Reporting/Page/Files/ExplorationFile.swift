internal import TextFormats

/// The rows of exploration.csv, which `oplab explore` writes.
struct ExplorationFile: Sendable {
    static let fileName = "exploration.csv"

    let columns: [String]
    let rows: [[String]]

    /// - Throws: `FileError` with the position if it is no such file, or a row is incomplete.
    static func read(_ path: String) throws -> ExplorationFile {
        var reader = try CSVReader(path)
        guard let header = try reader.next(), header.fields.starts(with: ["rule", "queue"]),
            header.fields.contains("verdict")
        else {
            throw FileError(
                action: "read", path: path, reason: "it has no columns 'rule', 'queue' and 'verdict'")
        }
        var rows: [[String]] = []
        while let row = try reader.next(fields: header.fields.count) {
            rows.append(row.fields)
        }
        return ExplorationFile(columns: header.fields, rows: rows)
    }

    /// The values of a column.
    func values(_ column: String) -> [String] {
        guard let index = columns.firstIndex(of: column) else { return [] }
        return rows.map { $0[index] }
    }
}
