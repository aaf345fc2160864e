import ChildProcesses
import ConcurrencyPrimitives
import LinuxPlatform
import Testing

/// Processes that do what a child may do, and what is left of them.
@Suite struct ChildProgramTests {
    private func shell(_ line: String, hasOwnGroup: Bool = true) -> ChildProgram {
        ChildProgram("/bin/bash", ["-c", line], hasOwnGroup: hasOwnGroup)
    }

    @Test func outputOfAChildIsKept() async throws {
        let result = try await shell("echo one; echo two >&2; exit 3").output()
        #expect(result.end == .exited(3))
        #expect(result.value == "one\n")
        #expect(result.standardError == "two\n")
    }

    @Test func standardErrorOfAChildIsKeptToTheEnd() async throws {
        let result = try await shell("for i in {1..20000}; do echo $i >&2; done").output(
            standardError: .kept(last: 12))
        #expect(result.standardError == "19999\n20000\n")
    }

    @Test func parentAndChildExchangeLines() async throws {
        let result = try await shell("while read -r a; do echo \"<$a>\"; done; echo -n rest").run { child in
            #expect(try await child.write(Array("a\nb\n".utf8)))
            #expect(try await child.nextLine() == Array("<a>".utf8))
            #expect(try await child.nextLine() == Array("<b>".utf8))
            try await child.finishInput()
            // What has no line feed was cut off.
            #expect(try await child.nextLine() == nil)
            return true
        }
        #expect(result.end == .exited(0) && result.value)
    }

    @Test(arguments: [("kill -SEGV $$", ChildEnd.signalled(SIGSEGV)), ("kill -KILL $$", .signalled(SIGKILL))])
    func signalIsReportedAsTheEndOfAChild(line: String, end: ChildEnd) async throws {
        #expect(try await shell(line).output().end == end)
    }

    /// Whatever it does about a signal that asks it to end, and with all that it has started.
    @Test func hangingChildIsKilledWithItsGroup() async throws {
        let watchdog = Watchdog(limit: .milliseconds(300)) { _ in nil }
        let result = try await shell("trap '' TERM INT; sleep 1000 & echo $!; wait").run { child in
            let line = try #require(try await child.nextLine())
            let rest = try await child.watched(by: watchdog) { try await child.nextLine() }
            #expect(rest == nil && child.isOverdue)
            return try #require(Int(String(decoding: line, as: UTF8.self)))
        }
        #expect(result.end == .overdue(limit: .milliseconds(300)))
        #expect(await isGone(result.value))
    }

    @Test func starvedChildGetsMoreTime() async throws {
        let samples = Atomic<Int>(0)
        let watchdog = Watchdog(limit: .milliseconds(50), patience: 3) { _ in
            ProcessLoad(ran: .zero, waited: .seconds(samples.adding(1)))
        }
        let result = try await shell("sleep 1000").run { child in
            try await child.watched(by: watchdog) { try await child.readToEnd() }
        }
        #expect(result.end == .starved(limit: .milliseconds(150)))
    }

    /// What it has left running ends with it.
    @Test func processesLeftBehindByAChildAreKilled() async throws {
        let result = try await shell("sleep 1000 >&- 2>&- & echo $!").output()
        #expect(result.end == .exited(0))
        let left = try #require(Int(result.value.dropLast()))
        #expect(await isGone(left))
    }

    @Test func cancelledChildIsKilledWithItsGroup() async throws {
        let (begun, hasBegun) = AsyncStream<Int>.makeStream()
        let task = Task {
            try await shell("trap '' TERM; sleep 1000 & echo $!; wait").run { child in
                let line = try #require(try await child.nextLine())
                hasBegun.yield(try #require(Int(String(decoding: line, as: UTF8.self))))
                try await child.readToEnd()
            }
        }
        var iterator = begun.makeAsyncIterator()
        let started = try #require(await iterator.next())
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await isGone(started))
    }

    @Test func throwingBodyEndsTheChild() async throws {
        struct Failure: Error {}
        for error in [ChildProgram.StandardError.inherited, .kept(last: 10)] {
            await #expect(throws: Failure.self) {
                try await shell("trap '' TERM; sleep 1000").run(standardError: error) { _ in throw Failure() }
            }
        }
    }

    @Test func unstartableProgramIsAnError() async {
        await #expect(throws: (any Error).self) { try await ChildProgram("/nonexistent/program").output() }
    }

    @Test func childInheritsTheEnvironmentWithChanges() async throws {
        var program = shell("echo $A-$B-${HOME:+home}-$SWIFT_BACKTRACE-$ASAN_OPTIONS")
        program.environment = .crashIsAnswer.setting("A", to: "a").setting("HOME", to: nil)
            .appending("b", to: "A").prepending("c", to: "A").appending("x", to: "B")
        let line = try await program.output().value
        #expect(line.hasPrefix("c:a:b-x--enable=no-"), "\(line)")
        #expect(line.contains("handle_segv=0"), "\(line)")
    }

    /// Returns once a process has ended that was killed, though whoever has inherited it may not have reaped it yet.
    private func isGone(_ process: Int) async -> Bool {
        while let file = KernelFile.thread(process, ofProcess: process, "stat").text {
            if file.contains(") Z ") || file.contains(") X ") { break }
            await Task.yield()
        }
        return true
    }
}
