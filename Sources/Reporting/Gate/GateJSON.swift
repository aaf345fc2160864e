private import FoundationEssentials
private import RegressionGate
private import TextFormats

/// Writes and reads gate-report.json, which contains everything that the gate found.
public enum GateJSON {
    public static let fileName = "gate-report.json"

    /// How to write infinity and NaN, which JSON doesn't have.
    private static let others = (infinity: "infinity", negative: "-infinity", none: "nan")

    public static func text(_ record: GateRecord) throws -> String {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: others.infinity, negativeInfinity: others.negative, nan: others.none)
        return try JSONText.text(record, encoder)
    }

    /// - Throws: `FileError` if the file can't be read, isn't a report, has another format, or contradicts itself.
    public static func read(_ path: String) throws -> GateRecord {
        let bytes = try TextFile.bytes(path)
        // This parser reports the position of a syntax error.
        _ = try PositionedJSON.parse(bytes, path: path)
        func error(_ reason: String) -> FileError { FileError(action: "read", path: path, reason: reason) }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: others.infinity, negativeInfinity: others.negative, nan: others.none)
        do {
            let data = Data(bytes)
            // Checked first, because the rest of another format may differ.
            let format = try decoder.decode(Format.self, from: data).format
            guard format == GateRecord.currentFormat else {
                throw error(
                    "it has format \(format), and this oplab reads format \(GateRecord.currentFormat). Read it with the "
                        + "oplab that wrote it")
            }
            let record = try decoder.decode(GateRecord.self, from: data)
            guard record.verdict == record.report.verdict else {
                throw error(
                    "its verdict is '\(record.verdict.rawValue)', and its lines say "
                        + "'\(record.report.verdict.rawValue)': it was changed by hand")
            }
            return record
        } catch let problem as DecodingError {
            throw error("it is no report of the gate: \(problem.explanation)")
        }
    }

    private struct Format: Decodable {
        let format: Int
    }
}
