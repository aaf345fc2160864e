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
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: others.infinity, negativeInfinity: others.negative, nan: others.none)
        let file = try JSONFile(reading: path, as: "report of the gate", decoder)
        // Checked first, because the rest of another format may differ.
        let format = try file.decoded(Format.self).format
        guard format == GateRecord.currentFormat else {
            throw file.error(
                "it has format \(format), and this oplab reads format \(GateRecord.currentFormat). Read it with the "
                    + "oplab that wrote it")
        }
        let record = try file.decoded(GateRecord.self)
        guard record.verdict == record.report.verdict else {
            throw file.error(
                "its verdict is '\(record.verdict.rawValue)', and its lines say "
                    + "'\(record.report.verdict.rawValue)': it was changed by hand")
        }
        return record
    }

    private struct Format: Decodable {
        let format: Int
    }
}
