internal import TextFormats

/// The verdicts of each queue and how they relate to the expectations, read from conformance.csv.
public struct ConformanceTally: Sendable {
    /// In the order of the file.
    public let queues: [String]
    /// The standings that occur, in a fixed order: first those that are fine, then those that aren't, and last
    /// those that only record.
    public let standings: [String]
    /// The rules by queue and standing.
    private let rules: [String: [String: [String]]]

    /// - Throws: `FileError` if the file can't be read, or isn't what it should be.
    public init(reading path: String) throws {
        var reader = try CSVReader(path)
        let header = try reader.next()
        guard let header, let ruleColumn = header.fields.firstIndex(of: "rule"),
            let queueColumn = header.fields.firstIndex(of: "queue"),
            let standingColumn = header.fields.firstIndex(of: "standing")
        else {
            throw FileError(
                action: "read", path: path, reason: "it has no columns 'rule', 'queue' and 'standing'")
        }
        var queues: [String] = []
        var rules: [String: [String: [String]]] = [:]
        while let record = try reader.next(fields: header.fields.count) {
            let (queue, standing) = (record.fields[queueColumn], record.fields[standingColumn])
            guard Self.order.contains(standing) else {
                throw reader.error(record.positions[standingColumn], "there is no standing '\(standing)'")
            }
            if !queues.contains(queue) { queues.append(queue) }
            rules[queue, default: [:]][standing, default: []].append(record.fields[ruleColumn])
        }
        self.queues = queues
        standings = Self.order.filter { word in rules.values.contains { $0[word] != nil } }
        self.rules = rules
    }

    init(_ file: ConformanceFile) {
        queues = file.queues
        rules = file.results.reduce(into: [:]) {
            $0[$1.queue, default: [:]][$1.standing, default: []].append("\($1.rule)")
        }
        standings = Self.order.filter { file.counts[$0] != nil }
    }

    public func count(_ standing: String, of queue: String) -> Int { rules(standing, of: queue).count }

    /// The rules with this standing, in the order of the file.
    public func rules(_ standing: String, of queue: String) -> [String] { rules[queue]?[standing] ?? [] }

    /// A standing of the file, in the word that people read.
    public static func word(_ standing: String) -> String {
        switch standing {
        case "kept": "passed"
        case "unexpectedly kept": "unexpectedly passed"
        default: standing
        }
    }

    /// All standings, in the order of ``standings``.
    static let order = [
        "kept", "borrowed", "expected", "differs", "not applicable", "broken", "unexpectedly kept",
        "inconclusive",
        "harness error", "recorded",
    ]
}
