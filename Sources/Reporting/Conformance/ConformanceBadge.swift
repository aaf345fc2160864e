public import QueueConformance
private import TextFormats

/// What a report says of one queue, as the JSON of an endpoint badge of shields.io.
///
/// The message names the profiles for which the queue is complete, or the number of rules that it keeps.
/// Source: https://shields.io/badges/endpoint-badge
public enum ConformanceBadge {
    private struct File: Encodable {
        let schemaVersion = 1
        let label = "OperationLab"
        let message: String
        let color: String
    }

    /// The name of a queue's file: no two queues have the same.
    public static func fileName(_ queue: String) -> String {
        let name = queue.utf8.map { byte in
            let isPlain =
                UnicodeScalar(byte).properties.isAlphabetic && byte < 128
                || "0123456789-_.".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }
        return "badge-\(name.joined()).json"
    }

    /// The JSON for one queue of a report.
    public static func text(of queue: String, in report: ConformanceReport) throws -> String {
        let entries = report.entries.filter { $0.result.queue == queue }
        func count(_ words: Set<String>) -> Int { entries.count { words.contains($0.standing.word) } }
        let (broken, kept) = (count(["broken", "expected"]), count(["kept"]))
        if broken > 0 { return try text("\(broken) broken, \(kept) passed", "red") }
        if report.isPartial || count(["inconclusive", "harness error", "unexpectedly kept"]) > 0 {
            return try text("undecided", "yellow")
        }
        let profiles = QueueProfile.complete(for: queue, in: report).map(\.description)
        if kept == 0 { return try text("nothing judged", "lightgrey") }
        return try text(profiles.isEmpty ? "\(kept) passed" : profiles.joined(separator: ", "), "brightgreen")
    }

    private static func text(_ message: String, _ color: String) throws -> String {
        try JSONText.text(File(message: message, color: color))
    }
}
