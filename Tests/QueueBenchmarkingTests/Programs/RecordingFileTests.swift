import TestSupport
import Testing
import TextFormats

@testable import QueueBenchmarking

/// Files that are no recordings, or damaged ones.
@Suite struct RecordingFileTests {
    private static func problem(_ text: String) throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "1-1.trace")
        let error = #expect(throws: FileError.self) { try RecordingFile.read(path) }
        return error.map { "\($0)" } ?? ""
    }

    private static let magic = "OPLBRC1\u{0}"
    private static let zeros = String(repeating: "\u{0}", count: 8_192)

    @Test func fileThatIsNoRecordingIsRefused() throws {
        #expect(try Self.problem("").contains("too short"))
        #expect(try Self.problem(Self.zeros).contains("its program ended before it had begun"))
        #expect(try Self.problem("{" + Self.zeros).contains("it is no recording"))
        #expect(try Self.problem(Self.magic + "\u{2}" + Self.zeros).contains("has format 2"))
        let short = Self.magic + "\u{1}" + Self.zeros.prefix(7) + "\u{9}" + Self.zeros
        #expect(try Self.problem(short).contains("not as many pieces"))
        #expect(throws: FileError.self) { try RecordingFile.read("/nowhere/1-1.trace") }
    }
}
