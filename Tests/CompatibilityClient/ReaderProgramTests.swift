import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

#if !ALIASED
import ChildProcesses

/// A program that uses sessions, notification centres and operations together; only its imports differ.
struct ReaderProgramTests {
    #if DROP_IN
    private static let program = "DropInReader"
    #else
    private static let program = "FoundationReader"
    #endif

    @Test func feedsAreFetchedReadAndCancelled() async throws {
        let output = try await Program.run(Self.program)
        #expect(
            output.sorted() == [
                "bye", "callbacks: 0 operations left", "fetching: 0 operations left",
                "gaps: here (2)", "held: ", "news: football (3), headline (2), weather (2)",
                "nothing was read of /held/one", "nothing was read of /held/three",
                "nothing was read of /held/two", "nothing was read of /missing/there",
                "on the main thread: true", "reading: 0 operations left", "status 0",
            ])
    }
}

/// The programs that lie beside the one that runs the tests.
enum Program {
    /// Runs one, and returns the lines that it prints, and how it ended.
    ///
    /// Not by Foundation's `Process`, which reads beyond a buffer as it starts a program (AddressSanitizer, 6.3.1). Leaks of the
    /// program are not looked for: Foundation's sessions and libcurl leave some behind, with the drop-in or without.
    static func run(_ name: String) async throws -> [String] {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = ChildProgram(
            own.deletingLastPathComponent().appendingPathComponent(name).path,
            environment: .inherited.appending("detect_leaks=0", to: "ASAN_OPTIONS"))
        let result = try await program.output(standardError: .inherited)
        return result.value.split(separator: "\n").map(String.init) + ["\(result.end)"]
    }
}
#endif
