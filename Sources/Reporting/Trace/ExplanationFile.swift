private import FoundationEssentials
private import RegressionGate
public import TextFormats

/// What `oplab why` has found, as a file of a folder of results: for the page.
public struct ExplanationFile: Codable, Hashable, Sendable {
    public static let fileName = "explanation.json"
    private static let currentFormat = 1

    /// The format of the file.
    private var format = ExplanationFile.currentFormat
    /// What was compared, and where.
    public let title: String
    /// A few sentences.
    public let sentence: String
    /// Whether the times differ.
    public let isDifferent: Bool
    /// Whether a cause is certain, or the times are the same.
    public let isConclusive: Bool
    /// What was measured, and the parts of the time.
    public let tables: [TextTable]

    /// - Parameters:
    ///   - text: What was found, as text.
    ///   - title: What was compared, and where.
    public init(_ text: ExplanationText, _ title: String) {
        self.title = title
        sentence = text.text
        tables = text.tables(title)
        isConclusive = text.isConclusive
        if case .different = text.found.verdict { isDifferent = true } else { isDifferent = false }
    }

    /// Writes the file; throws `FileError` if it exists.
    public func create(_ path: String) throws { try AtomicFile.create(path, try JSONText.text(self)) }

    /// - Throws: `FileError` if the file can't be read, or is none of an explanation.
    public static func read(_ path: String) throws -> ExplanationFile {
        let file = try JSONFile(reading: path, as: "explanation")
        let format = try file.decoded(Format.self).format
        guard format == currentFormat else {
            throw file.error("it has format \(format), and this is format \(currentFormat)")
        }
        let explanation = try file.decoded(ExplanationFile.self)
        guard explanation.tables.allSatisfy(\.isRectangular) else {
            throw file.error("a row of a table has not as many cells as there are columns")
        }
        return explanation
    }

    private struct Format: Decodable {
        let format: Int
    }
}
