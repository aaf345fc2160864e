private import SwiftCSV

/// How many rules each queue kept and broke, read back from conformance.csv.
public struct ConformanceTally: Sendable {
    /// In the order in which the file names them.
    public let queues: [String]
    /// Every word that the verdicts have, in the order in which the file names them.
    public let verdicts: [String]
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
        var verdicts: [String] = []
        var counts: [String: [String: Int]] = [:]
        for row in file.rows {
            guard let queue = row["queue"], let verdict = row["verdict"] else {
                throw FileError(action: "read", path: path, reason: "it has no columns 'queue' and 'verdict'")
            }
            if !queues.contains(queue) { queues.append(queue) }
            if !verdicts.contains(verdict) { verdicts.append(verdict) }
            counts[queue, default: [:]][verdict, default: 0] += 1
        }
        self.queues = queues
        self.verdicts = verdicts
        self.counts = counts
    }

    public func count(_ verdict: String, of queue: String) -> Int { counts[queue]?[verdict] ?? 0 }
}
