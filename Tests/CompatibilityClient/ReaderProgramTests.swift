import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

#if !ALIASED
/// A program that uses sessions, notification centres and operations together; only its imports differ.
struct ReaderProgramTests {
    #if DROP_IN
    private static let program = "DropInReader"
    #else
    private static let program = "FoundationReader"
    #endif

    @Test func feedsAreFetchedReadAndCancelled() async throws {
        let output = try await onThread { Result { try Program.run(Self.program) } }.get()
        #expect(
            output.sorted() == [
                "bye", "callbacks: 0 operations left", "exit 0", "fetching: 0 operations left",
                "gaps: here (2)", "held: ", "news: football (3), headline (2), weather (2)",
                "nothing was read of /held/one", "nothing was read of /held/three",
                "nothing was read of /held/two", "nothing was read of /missing/there",
                "on the main thread: true", "reading: 0 operations left",
            ])
    }
}

/// The programs that lie beside the one that runs the tests.
enum Program {
    /// Runs one, and returns the lines that it prints, and how it ended.
    static func run(_ name: String) throws -> [String] {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process(), output = Pipe()
        process.executableURL = own.deletingLastPathComponent().appendingPathComponent(name)
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines + ["exit \(process.terminationStatus)"]
    }
}
#endif
