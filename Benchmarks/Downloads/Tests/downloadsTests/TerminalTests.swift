import ChildProcesses
import ConcurrencyPrimitives
import DownloadCore
import LoopbackServer
import Testing

@testable import downloads

@Suite struct TerminalTests {
    private func row(_ name: String, _ received: UInt64, of total: UInt64?) -> ProgressScreen.Row {
        ProgressScreen.Row(
            name: "http://example.org/\(name)",
            progress: DownloadProgress(phase: .receiving, received: received, total: total))
    }

    @Test func barIsDrawn() {
        let line = ProgressScreen.line(row("a.iso", 1_500_000, of: 3_000_000), rate: 2_100_000, width: 100)
        #expect(line.hasPrefix("a.iso "))
        #expect(line.contains("[#############"))
        #expect(line.contains("50%") && line.contains("1.5 MB of 3.0 MB") && line.hasSuffix("2.1 MB/s"))
        let unknown = ProgressScreen.line(row("a.iso", 1_500, of: nil), rate: 0, width: 100)
        #expect(unknown.contains("receiving") && unknown.contains("1.5 kB") && !unknown.contains("%"))
    }

    /// A line that is as wide as the terminal, or wider, would be broken, and couldn't be drawn again.
    @Test(arguments: Array(1...130)) func noLineIsAsWideAsTheTerminal(width: Int) {
        let names = [
            "a", "a-very-long-name-of-a-file-that-goes-on-and-on.tar.gz", "日本語の長い名前のファイル.txt", "👩‍👩‍👧‍👦.png",
        ]
        for name in names {
            for (received, total) in [
                (UInt64(0), UInt64?.none), (999_999_999_999, 9_999_999_999_999), (5, 0), (7, 7),
            ] {
                let line = ProgressScreen.line(
                    row(name, received, of: total), rate: 123_456_789, width: width)
                #expect(ProgressScreen.displayWidth(line) <= max(1, width - 1), "\(line)")
            }
        }
        var screen = ProgressScreen()
        let total = ProgressScreen.Total(succeeded: 10_000, failed: 99, count: 20_000, nanoseconds: 1)
        let drawn = screen.drawn([row("a", 1, of: 2)], total, width: width, most: 4)
        for line in drawn.split(separator: "\n") {
            #expect(ProgressScreen.displayWidth(String(line)) < max(2, width))
        }
    }

    @Test func screenIsDrawnInItsPlace() {
        var screen = ProgressScreen()
        let total = ProgressScreen.Total(succeeded: 0, failed: 0, count: 3, nanoseconds: 1)
        let rows = (0..<3).map { row("\($0)", 1, of: 2) }
        let first = screen.drawn(rows, total, width: 80, most: 2)
        #expect(first.split(separator: "\n").count == 3 && !first.contains("\u{1B}"))
        let second = screen.drawn([], total, width: 80, most: 2)
        #expect(second.hasPrefix(String(repeating: "\u{1B}[1A\u{1B}[2K", count: 3) + "\r"))
        #expect(screen.erased() == "\u{1B}[1A\u{1B}[2K\r")
        #expect(screen.erased() == "")
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_049, "1.0 kB"), (99_949, "99.9 kB"),
        (99_950, "100 kB"),
        (999_499, "999 kB"), (999_500, "1.0 MB"), (UInt64.max, "18.4 EB"),
    ])
    func bytesAreCounted(count: UInt64, text: String) { #expect(ByteCount(count).description == text) }

    /// In a terminal that is 50 columns wide: bars come and go, and the status is the program's.
    @Test(arguments: [true, false]) func terminalShowsBars(isThere: Bool) async throws {
        let server = try await FaultyServer.start()
        let isSeen = Latch()
        let content = TestContent(seed: 1, length: 1_000)
        server.script(
            [
                .head(isThere ? 200 : 410, [("Content-Length", "1000")]),
                .bytes(Array(content.bytes[..<500])),
                .wait(isSeen), .bytes(Array(content.bytes[500...])),
            ], at: "/file.bin")
        let scratch = try Scratch()
        let command =
            "stty cols 50; exec '\(try Program.path())' fetch '\(server.url("/file.bin"))' --into '\(scratch.path)'"
        let terminal = ChildProgram(
            "/usr/bin/env", ["script", "--quiet", "--return", "--command", command, "/dev/null"])
        let result = try await terminal.run(standardError: .kept(last: 1 << 16)) { child in
            var lines: [String] = []
            while let line = try await child.nextLine() {
                let text = String(decoding: line, as: UTF8.self)
                lines.append(text)
                if text.contains(isThere ? "50%" : "1 failed") || text.contains("status 410") {
                    isSeen.open()
                }
            }
            return lines
        }
        #expect(result.end == .exited(isThere ? 0 : 1), "\(result.value)")
        for line in result.value where line.contains("%") || line.contains(" done") {
            #expect(ProgressScreen.displayWidth(Self.plain(line)) < 50, "\(line.debugDescription)")
        }
        #expect(result.value.contains { $0.contains("0 of 1 done") })
        if isThere {
            #expect(result.value.contains { Self.plain($0) == "\(scratch.path)/file.bin" })
            #expect(result.value.contains { $0.contains("500 B of") })
        }
        await server.stop()
    }

    /// Without what moves the cursor.
    private static func plain(_ line: String) -> String {
        line.replacing(/\u{1B}\[[0-9]*[A-Z]/, with: "").filter { $0 != "\r" && $0 != "\r\n" }
    }
}
