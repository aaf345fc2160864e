import ConcurrencyPrimitives
import DownloadCore
import LoopbackServer
import Testing

@Suite struct RetryTests {
    private let content = TestContent(seed: 13, length: 50_000)

    @Test(arguments: Variant.allCases) func errorThatPassesIsTriedAgainAfterAPause(_ variant: Variant)
        async throws
    {
        try await withServers { server, _ in
            let site = try Site()
            server.answer([.status(500), .status(503), .file(ServedFile(content))], at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")), attempts: 3)
            download.add()
            await site.clock.hasTimer(Site.pause)
            #expect(server.requests.count == 1)
            await site.clock.pass(Site.pause)
            await site.clock.pass(Site.pause)
            let file = try await download.ended().get()
            #expect(file.length == 50_000 && download.attemptCount == 3)
            #expect(try site.names == ["x"])
            #expect(site.clock.pendingCount == 0)
        }
    }

    @Test(arguments: Variant.allCases) func lastErrorIsTheDownloads(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.answer([.status(500), .status(502)], at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")), attempts: 2)
            download.add()
            await site.clock.pass(Site.pause)
            #expect(await failure(download.ended())?.reason == .refused(status: 502))
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: Variant.allCases) func errorThatStaysIsNotTriedAgain(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.answer([.status(404), .file(ServedFile(content))], at: "/x")
            let download = AnyDownload(variant, try site.plan(server.url("/x")), attempts: 3)
            #expect(await failure(download.run())?.reason == .refused(status: 404))
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: Variant.allCases) func nextAttemptGoesOnWhereTheLastEnded(_ variant: Variant)
        async throws
    {
        try await withServers { _, server in
            let site = try Site()
            let half = Milestone.received(20_000)
            server.script(
                [
                    .head(200, [("Content-Length", "50000"), ("ETag", "\"13\"")]),
                    .bytes(Array(content.bytes[..<20_000])), .wait(half.latch), .reset,
                ],
                [
                    .head(
                        206,
                        [
                            ("Content-Length", "30000"), ("ETag", "\"13\""),
                            ("Content-Range", "bytes 20000-49999/50000"),
                        ]), .bytes(Array(content.bytes[20_000...])),
                ], at: "/x")
            let plan = try site.plan(server.url("/x"), sha256: content.sha256, progress: half.handler)
            let download = AnyDownload(variant, plan, attempts: 2)
            download.add()
            await site.clock.pass(Site.pause)
            let file = try await download.ended().get()
            #expect(file.resumedFrom == 20_000 && file.length == 50_000)
            #expect(try site.bytes("x") == content.bytes)
            #expect(try site.names == ["x"])
            let asked = try #require(server.requests.last).fields
            #expect(asked["range"] == "bytes=20000-" && asked["if-range"] == "\"13\"")
        }
    }
}
