public import QueueConformance
private import TextFormats

/// Writes conformance.csv: one record for each rule and queue. New columns are only appended.
public final class ConformanceCSV: Sendable {
    public static let fileName = "conformance.csv"

    /// `standing` relates the verdict to the expectations; `expectation` is the reason that they give.
    public static let columns = [
        "rule", "queue", "verdict", "reason", "level", "standing", "expectation", "case", "milliseconds",
        "sentence", "rules_version",
    ]

    private let writer: CSVWriter

    /// Creates the file.
    ///
    /// - Throws: `FileError` if it exists or can't be written.
    public init(creating path: String) throws {
        writer = try CSVWriter(creating: path, columns: Self.columns)
    }

    public func append(_ entry: ConformanceReport.Entry) throws {
        let result = entry.result
        try writer.append([
            "\(result.rule)", result.queue, result.verdict.word, result.verdict.reason,
            result.level.rawValue, entry.standing.word, entry.standing.expectation, result.caseName,
            result.milliseconds.map { Decimals.rounded($0, places: 3) }, result.sentence, RuleBook.version,
        ])
    }
}

extension ConformanceReport.Standing {
    /// The reason that the expectations give; nil if nothing was expected.
    var expectation: String? {
        switch self {
        case .expected(let reason), .unexpectedlyKept(let reason): reason
        default: nil
        }
    }
}
