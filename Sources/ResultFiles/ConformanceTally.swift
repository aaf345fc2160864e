/// What the rules said of each queue beside what was expected of it, read back from conformance.csv.
public struct ConformanceTally: Sendable {
    /// In the order in which the file names them.
    public let queues: [String]
    /// Every standing that a row has, in a fixed order: what should not be comes after what may, and last what only
    /// records.
    public let standings: [String]
    private let counts: [String: [String: Int]]

    /// - Throws: ``FileError`` if the file can't be read, or isn't what it should be.
    public init(reading path: String) throws {
        var reader = try CSVReader(path)
        let header = try reader.next()
        guard let header, let queueColumn = header.fields.firstIndex(of: "queue"),
            let standingColumn = header.fields.firstIndex(of: "standing")
        else {
            throw FileError(action: "read", path: path, reason: "it has no columns 'queue' and 'standing'")
        }
        var queues: [String] = []
        var counts: [String: [String: Int]] = [:]
        while let record = try reader.next() {
            guard record.fields.count == header.fields.count else {
                throw reader.error(
                    record.positions[0],
                    "this row has \(record.fields.count) fields, and the header has \(header.fields.count)")
            }
            let (queue, standing) = (record.fields[queueColumn], record.fields[standingColumn])
            guard Self.order.contains(standing) else {
                throw reader.error(record.positions[standingColumn], "there is no standing '\(standing)'")
            }
            if !queues.contains(queue) { queues.append(queue) }
            counts[queue, default: [:]][standing, default: 0] += 1
        }
        self.queues = queues
        standings = Self.order.filter { word in counts.values.contains { $0[word] != nil } }
        self.counts = counts
    }

    public func count(_ standing: String, of queue: String) -> Int { counts[queue]?[standing] ?? 0 }

    private static let order = [
        "kept", "expected", "differs", "not applicable", "broken", "unexpectedly kept", "inconclusive",
        "harness error", "recorded",
    ]
}
