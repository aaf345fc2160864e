import ChildProcesses
import ConcurrencyPrimitives
import DownloadOperations
import Foundation
import LinuxPlatform
import LoopbackServer
import Testing

@testable import downloads

/// `downloads fetch`, as a process.
@Suite struct FetchTests {
    private let contents = (0..<3).map { TestContent(seed: UInt64($0 + 1), length: 200_000 + $0) }

    private func withServer(_ body: (LoopbackServer, [String]) async throws -> Void) async throws {
        let server = try await LoopbackServer.start()
        for (index, content) in contents.enumerated() {
            server.serve(ServedFile(content), at: "/\(index).bin")
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(server, contents.indices.map { server.url("/\($0).bin") }))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try result.get()
    }

    @Test(arguments: QueueName.allCases, DownloadDesign.allCases)
    func filesAreFetchedAndTold(_ queue: QueueName, _ design: DownloadDesign) async throws {
        try await withServer { _, urls in
            let scratch = try Scratch()
            let folder = scratch.path + "/new"
            let result = try await Program.run(
                ["fetch"] + urls + ["--into", folder, "--queue", queue.rawValue, "--design", design.rawValue])
            #expect(result.end == .exited(0), "\(result.standardError)")
            let expected = contents.indices.map { "\(folder)/\($0).bin\t\(200_000 + $0)\t\(urls[$0])" }
            #expect(result.lines.sorted() == expected)
            #expect(result.errors == [])
            #expect(result.standardError.contains("3 of 3 files"))
            for (index, content) in contents.enumerated() {
                #expect(try scratch.bytes("new/\(index).bin") == content.bytes)
            }
        }
    }

    @Test(arguments: QueueName.allCases) func fileThatFailsCostsTheOthersNothing(_ queue: QueueName)
        async throws
    {
        try await withServer { server, urls in
            let scratch = try Scratch()
            let missing = server.url("/missing")
            let result = try await Program.run(
                ["fetch", urls[0], missing, urls[1], "--into", scratch.path, "--queue", queue.rawValue])
            #expect(result.end == .exited(1))
            #expect(result.errors == ["\(missing): the server answered with status 404"])
            #expect(try scratch.names == ["0.bin", "1.bin"])
        }
    }

    @Test func checksumBehindTheURLIsChecked() async throws {
        try await withServer { _, urls in
            let scratch = try Scratch()
            let right = try await Program.run(
                "fetch", urls[0] + "#sha256=\(contents[0].sha256)", "--into", scratch.path)
            #expect(right.end == .exited(0), "\(right.standardError)")
            let wrong = try await Program.run(
                "fetch", urls[1] + "#sha256=\(contents[0].sha256)", "--into", scratch.path)
            #expect(wrong.end == .exited(1))
            #expect(wrong.errors.first?.contains("\(contents[1].sha256)") == true)
            #expect(try scratch.names == ["0.bin"])
        }
    }

    @Test(arguments: [
        ["fetch"], ["fetch", "http://127.0.0.1/x"], ["fetch", "ftp://127.0.0.1/x", "--into", "x"],
        ["fetch", "http://127.0.0.1/x", "--into", "x", "--limit", "0"],
        ["fetch", "http://127.0.0.1/x", "--into", "x", "--per-host", "0"],
        ["fetch", "http://127.0.0.1/x", "--into", "x", "--attempts", "0"],
        ["fetch", "http://127.0.0.1/x", "--into", "x", "--idle-timeout", "-1"],
        ["fetch", "http://127.0.0.1/x", "--into", "x", "--queue", "none"],
        ["fetch", "http://127.0.0.1/x", "--into", "x", "--design", "none"],
        ["fetch", "http://127.0.0.1/x#sha256=12", "--into", "x"], ["fetsch"], ["bench", "--rounds", "3"],
        ["bench", "--queue", "none"], ["stress", "--count", "0"], ["stress", "--limit", "0"],
    ])
    func badUsageIsToldAndNothingDone(arguments: [String]) async throws {
        let result = try await Program.run(arguments)
        #expect(result.end == .exited(64))
        #expect(result.value == "" && !result.standardError.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "x"))
    }

    @Test(arguments: [[], ["fetch"], ["serve"], ["bench"], ["stress"]])
    func helpTellsTheExitStatus(command: [String]) async throws {
        let result = try await Program.run(command + ["--help"])
        #expect(result.end == .exited(0))
        #expect(result.value.contains("USAGE: downloads"))
        if command != ["serve"] { #expect(result.value.contains("Exit status: 0")) }
    }

    @Test func folderThatCannotBeMadeIsStatus2() async throws {
        let result = try await Program.run("fetch", "http://127.0.0.1:1/x", "--into", "/dev/null/x")
        #expect(result.end == .exited(2))
        #expect(result.standardError.contains("/dev/null/x"))
    }

    // MARK: Interruption

    @Test(arguments: QueueName.allCases, [SIGINT, SIGTERM])
    func interruptionKeepsPartialFilesToGoOnWith(_ queue: QueueName, _ number: Int32) async throws {
        let server = try await FaultyServer.start()
        let content = TestContent(seed: 9, length: 300_000)
        let tag = ("ETag", "\"9\"")
        server.script(
            [
                .head(200, [("Content-Length", "300000"), tag]), .bytes(Array(content.bytes[..<120_000])),
                .stall,
            ],
            [
                .head(
                    206, [("Content-Length", "180000"), tag, ("Content-Range", "bytes 120000-299999/300000")]),
                .bytes(Array(content.bytes[120_000...])),
            ], at: "/a.bin")
        server.script([.stall], at: "/silent")
        let scratch = try Scratch()
        let watch = try FolderWatch(scratch.path)
        let fetch = ["fetch", server.url("/a.bin"), "--into", scratch.path, "--queue", queue.rawValue]
        // The third waits for a slot when the signal comes.
        let more = [server.url("/silent"), server.url("/silent?2"), "--limit", "2"]
        let result = try await Program.child(fetch + more).run(standardError: .kept(last: 1 << 16)) { child in
            await watch.hasFile(endingWith: ".partial", bytes: 120_000)
            kill(pid_t(child.handle.process), number)
            return String(decoding: try await child.allOutput(), as: UTF8.self)
        }
        #expect(result.end == .exited(number == SIGINT ? 130 : 143))
        #expect(result.value == "")
        let partial = try #require(try scratch.names.first { $0.hasSuffix(".partial") })
        #expect(try scratch.names == [partial, partial + ".json"])
        #expect(try scratch.bytes(partial) == Array(content.bytes[..<120_000]))
        let line = "\(server.url("/a.bin")): cancelled; 120000 bytes are kept in \(scratch.path)/\(partial)"
        #expect(result.errors.contains(line), "\(result.standardError)")
        #expect(result.errors.count == 3)

        let again = try await Program.run(fetch)
        #expect(again.end == .exited(0), "\(again.standardError)")
        #expect(try scratch.names == ["a.bin"])
        #expect(try scratch.bytes("a.bin") == content.bytes)
        #expect(server.requests.last?.fields["range"] == "bytes=120000-")
        await server.stop()
    }

    // MARK: A limit for each host

    @Test(arguments: QueueName.allCases) func hostIsLimited(_ queue: QueueName) async throws {
        let server = try await FaultyServer.start()
        let count = Mutex((now: 0, most: 0))
        server.script(
            [
                .call { count.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) } },
                .head(200, [("Content-Length", "1")]),
                .call { count.withLock { $0.now -= 1 } }, .bytes([1]),
            ], at: "/x")
        let scratch = try Scratch()
        let urls = (0..<12).map { server.url("/x?\($0)") }
        let result = try await Program.run(
            ["fetch"] + urls + [
                "--into", scratch.path, "--limit", "6", "--per-host", "1", "--queue", queue.rawValue,
            ])
        #expect(result.end == .exited(0), "\(result.standardError)")
        #expect(count.withLock { $0.most } == 1)
        #expect(try scratch.names.count == 12)
        await server.stop()
    }
}
