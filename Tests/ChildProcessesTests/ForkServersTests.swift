import CPlatform
import ConcurrencyPrimitives
import Testing

@testable import ChildProcesses

/// Processes that are forked, by what their servers write.
@Suite struct ForkServersTests {
    @Test func processIsReadFromTheLinesOfItsServer() {
        #expect(ForkedProcess.number(inBegin: Array("began 123".utf8)) == 123)
        for other in ["began", "began x", "123", "exited 0 ", "began 1 2"] {
            #expect(ForkedProcess.number(inBegin: Array(other.utf8)) == nil, "\(other)")
        }
        var process = ForkedProcess()
        for line in ["{\"a\": 1}", "exited", "exited now ", "ended 1 x", ""] { process.add(Array(line.utf8)) }
        #expect(process.knownEnd == nil && process.lines.count == 5)
        process.add(Array("half a li".utf8))
        process.add(Array("exited 3 one line\u{1E}and another\u{1E}".utf8))
        #expect(process.knownEnd == .exited(3) && process.end == .exited(3))
        #expect(process.lines.count == 5 && process.lines.first == Array("{\"a\": 1}".utf8))
        #expect(process.standardError == "one line\nand another\n")
        var killed = ForkedProcess()
        killed.add(Array("signalled 9 ".utf8))
        #expect(killed.end == .signalled(9) && killed.standardError.isEmpty && killed.lines.isEmpty)
    }

    /// It doesn't link the server, or a sanitizer instruments it.
    @Test(arguments: ["exit 0", "echo hello", "echo hello; exec sleep 1000"])
    func programThatDoesNotForkIsStartedInstead(script: String) async throws {
        let servers = ForkServers(ChildProgram("/bin/sh", ["-c", script]))
        for _ in 0..<2 {
            #expect(try await servers.process(for: "request", watchdog: Watchdog(limit: .seconds(60))) == nil)
        }
    }

    /// It waits for what doesn't come.
    @Test func programThatSaysNothingIsStartedInstead() async throws {
        let watchdog = Watchdog(limit: .milliseconds(10))
        let servers = ForkServers(ChildProgram("/bin/sh", ["-c", "cat > /dev/null"]), loading: watchdog)
        #expect(try await servers.process(for: "request", watchdog: watchdog) == nil)
    }

    /// How long a request may take says nothing about how long a program takes to load.
    @Test(.enabled(if: !oplab_is_sanitized())) func watchdogOfARequestWatchesWhatWasForked() async throws {
        // No process has this number. The server has it ended when it is told to, which shows that the watchdog looked.
        let number = 1 << 22
        let script = """
            echo ready; read request; echo began \(number); read kill; echo; echo 'signalled 9 '; read request
            """
        let servers = ForkServers(ChildProgram("/bin/sh", ["-c", script]))
        let watched = Mutex<Set<Int>>([])
        let limit = Duration.milliseconds(10)
        let watchdog = Watchdog(limit: limit) { number in
            watched.withLock { _ = $0.insert(number) }
            return nil
        }
        let process = try await servers.process(for: "request", watchdog: watchdog)
        #expect(process?.end == .overdue(limit: limit))
        #expect(watched.withLock { $0 } == [number])
    }

    @Test(.enabled(if: !oplab_is_sanitized())) func serverThatEndsWithoutForkingIsAnError() async {
        let servers = ForkServers(ChildProgram("/bin/sh", ["-c", "echo ready; exit 3"]))
        await #expect(throws: (any Error).self) {
            try await servers.process(for: "request", watchdog: Watchdog(limit: .seconds(60)))
        }
    }

    @Test(.enabled(if: !oplab_is_sanitized())) func programThatCannotBeStartedIsAnError() async {
        let servers = ForkServers(ChildProgram("/nonexistent/program"))
        await #expect(throws: (any Error).self) {
            try await servers.process(for: "request", watchdog: Watchdog(limit: .seconds(60)))
        }
    }
}
