private import SwiftCSV

/// What the rules said of each queue beside what was expected of it, read back from conformance.csv.
public struct ConformanceTally: Sendable {
    /// In the order in which the file names them.
    public let queues: [String]
    /// Every standing that a row has, in a fixed order: what should not be comes after what may.
    public let standings: [String]
    private let counts: [String: [String: Int]]

    /// - Throws: ``FileError`` if the file can't be read, or isn't what it should be.
    public init(reading path: String) throws {
        let file: CSV<Named>
        do {
            file = try CSV<Named>(string: try TextFile.contents(path), loadColumns: false)
        } catch let error as CSVParseError {
            throw FileError(action: "read", path: path, reason: "\(error)")
        }
        var queues: [String] = []
        var counts: [String: [String: Int]] = [:]
        for row in file.rows {
            guard let queue = row["queue"], let standing = row["standing"] else {
                throw FileError(
                    action: "read", path: path, reason: "it has no columns 'queue' and 'standing'")
            }
            guard Self.order.contains(standing) else {
                throw FileError(action: "read", path: path, reason: "there is no standing '\(standing)'")
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
        "harness error",
    ]
}
