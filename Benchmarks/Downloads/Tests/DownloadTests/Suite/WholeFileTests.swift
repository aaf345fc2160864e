import ConcurrencyPrimitives
import DownloadCore
import LoopbackServer
import Testing

/// Downloads that go well.
@Suite struct WholeFileTests {
    @Test(arguments: Variant.allCases) func fileIsThereUnderItsNameAlone(_ variant: Variant) async throws {
        try await withServers { server, _ in
            for length in [0, 1, 4_096, 3 << 20] {
                let site = try Site()
                let content = TestContent(seed: UInt64(length), length: length)
                server.serve(ServedFile(content), at: "/files/a%20b.bin")
                let steps = Mutex<[DownloadProgress]>([])
                let plan = try site.plan(server.url("/files/a%20b.bin"), sha256: content.sha256) { step in
                    steps.withLock { $0.append(step) }
                }
                let file = try await AnyDownload(variant, plan).run().get()
                #expect(file.name == "a b.bin" && file.path == "\(site.path)/a b.bin")
                #expect(file.length == UInt64(length) && file.resumedFrom == 0)
                #expect(try site.names == ["a b.bin"])
                #expect(try site.bytes("a b.bin") == content.bytes)
                let told = steps.withLock { $0 }
                #expect(told.first?.phase == .connecting && told.last?.phase == .finished)
                #expect(told.map(\.received) == told.map(\.received).sorted())
                #expect(
                    told.last == DownloadProgress(phase: .finished, received: file.length, total: file.length)
                )
                #expect(plan.meter.progress == told.last)
                // Nothing is waited for any more.
                #expect(site.clock.pendingCount == 0)
            }
        }
    }

    @Test(arguments: Variant.allCases) func duplicatesGetNumbers(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            let contents = (1...3).map { TestContent(seed: UInt64($0), length: 100 * $0) }
            for (index, content) in contents.enumerated() {
                server.serve(ServedFile(content), at: "/\(index)/list.tar.gz")
                let plan = try site.plan(server.url("/\(index)/list.tar.gz"))
                _ = try await AnyDownload(variant, plan).run().get()
            }
            #expect(try site.names == ["list (2).tar.gz", "list (3).tar.gz", "list.tar.gz"])
            #expect(try site.bytes("list.tar.gz") == contents[0].bytes)
            #expect(try site.bytes("list (2).tar.gz") == contents[1].bytes)
            #expect(try site.bytes("list (3).tar.gz") == contents[2].bytes)
        }
    }

    /// All of them are under way before one ends: each has a partial file of its own.
    @Test(arguments: Variant.allCases) func sameURLTwiceAtATimeIsTwoFiles(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            let content = TestContent(seed: 5, length: 1_000)
            let isOpen = Latch()
            server.script(
                [
                    .head(200, [("Content-Length", "1000"), ("ETag", "\"5\"")]),
                    .bytes(Array(content.bytes[..<500])), .wait(isOpen), .bytes(Array(content.bytes[500...])),
                ], at: "/same")
            let milestones = (0..<3).map { _ in Milestone.received(500) }
            let downloads = try milestones.map {
                AnyDownload(variant, try site.plan(server.url("/same"), progress: $0.handler))
            }
            for download in downloads { download.add() }
            for milestone in milestones { await milestone.wait() }
            #expect(try site.names.count { $0.hasSuffix(".partial") } == 3)
            isOpen.open()
            for download in downloads { _ = try await download.ended().get() }
            #expect(try site.names == ["same", "same (2)", "same (3)"])
            for name in try site.names { #expect(try site.bytes(name) == content.bytes) }
        }
    }

    @Test(arguments: Variant.allCases) func hostileNamesAreMadeSafe(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let long = String(repeating: "ä", count: 300)
            let cases: [(path: String, disposition: String?, name: String)] = [
                ("/a/..%2F..%2Fetc%2Fpasswd", nil, "passwd"),
                ("/", nil, "download"),
                ("/%2e%2e", nil, "download"),
                ("/x", "attachment; filename=\"../../.bashrc\"", "_.bashrc"),
                ("/x", "attachment; filename=\"/etc/shadow\"", "shadow"),
                ("/x", "attachment; filename=\"..\\\\..\\\\boot.ini\"", "boot.ini"),
                ("/x", "attachment; filename=\"\"", "download"),
                ("/x", "attachment; filename=\"a\u{202E}b.txt\"", "ab.txt"),
                (
                    "/x", "attachment; filename=plain.txt; filename*=UTF-8''%e2%82%ac%20rates.txt",
                    "€ rates.txt"
                ),
                ("/x", "attachment; filename=\"report.partial\"", "report.partial_"),
                ("/x", "attachment; filename=\"\(long).txt\"", String(long.prefix(98)) + ".txt"),
            ]
            for (path, disposition, name) in cases {
                let site = try Site()
                let content = TestContent(seed: 1, length: 10)
                var file = ServedFile(content)
                file.disposition = disposition
                server.serve(file, at: path)
                let given = try await AnyDownload(variant, try site.plan(server.url(path))).run().get()
                #expect(given.name == name, "\(path) \(disposition ?? "")")
                #expect(try site.names == [name])
                #expect(try site.bytes(name) == content.bytes)
            }
        }
    }
}
