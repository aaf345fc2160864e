import ConcurrencyPrimitives
import DownloadCore
import Foundation
import LoopbackServer
import Testing

/// A download goes on where an earlier one, maybe of another process, has ended; or begins anew where that can't be.
@Suite struct ResumeTests {
    private let content = TestContent(seed: 17, length: 200_000)

    /// Downloads until some bytes are there, cancels, and returns how many there were.
    private func interrupt(
        _ variant: Variant, _ site: Site, _ server: FaultyServer, at path: String, fields: [(String, String)]
    ) async throws -> PartialFileNote? {
        server.script(
            [
                .head(200, [("Content-Length", "\(content.length)")] + fields),
                .bytes(Array(content.bytes[..<80_000])), .stall,
            ], at: path)
        let some = Milestone.received(80_000)
        let download = AnyDownload(variant, try site.plan(server.url(path), progress: some.handler))
        download.add()
        await some.wait()
        download.cancel()
        let error = try #require(await failure(download.ended()))
        #expect(error.reason == .cancelled)
        return error.partial
    }

    private let tag = [("ETag", "\"17\"")]

    @Test(arguments: Variant.allCases) func partIsAskedForByRangeAndTag(_ variant: Variant) async throws {
        try await withServers { _, server in
            let site = try Site()
            let partial = try await interrupt(variant, site, server, at: "/x", fields: tag)
            #expect(partial?.length == 80_000)
            let rest = "bytes 80000-\(content.length - 1)/\(content.length)"
            server.script(
                [
                    .head(
                        206,
                        [("Content-Length", "\(content.length - 80_000)"), ("Content-Range", rest)] + tag),
                    .bytes(Array(content.bytes[80_000...])),
                ], at: "/x")
            let plan = try site.plan(server.url("/x"), sha256: content.sha256)
            let file = try await AnyDownload(variant, plan).run().get()
            #expect(file.resumedFrom == 80_000 && file.length == UInt64(content.length))
            #expect(try site.bytes("x") == content.bytes)
            #expect(try site.names == ["x"])
            let asked = try #require(server.requests.last).fields
            #expect(asked["range"] == "bytes=80000-" && asked["if-range"] == "\"17\"")
        }
    }

    /// What the server can answer instead of the part, each with the whole file in the end.
    @Test(arguments: Variant.allCases) func fileIsFetchedAnewWhereThePartIsNone(_ variant: Variant)
        async throws
    {
        let whole: [FaultStep] = [
            .head(200, [("Content-Length", "\(content.length)")] + tag), .bytes(content.bytes),
        ]
        let length = content.length
        func part(_ range: String, _ tag: String) -> [FaultStep] {
            [
                .head(206, [("Content-Length", "10"), ("Content-Range", range), ("ETag", tag)]),
                .bytes([1, 2, 3]),
            ]
        }
        let answers: [(what: String, scripts: [[FaultStep]])] = [
            ("the server has no ranges, or the file has changed", [whole]),
            ("the part of another file", [part("bytes 80000-\(length - 1)/\(length)", "\"18\""), whole]),
            ("another part", [part("bytes 0-\(length - 1)/\(length)", "\"17\""), whole]),
            ("a part of a longer file", [part("bytes 80000-\(length)/\(length + 1)", "\"17\""), whole]),
            ("a part of nobody knows what", [part("bytes abc", "\"17\""), whole]),
            (
                "the file has become shorter",
                [[.head(416, [("Content-Length", "0"), ("Content-Range", "bytes */9")])], whole]
            ),
        ]
        try await withServers { _, server in
            for (index, (what, scripts)) in answers.enumerated() {
                let site = try Site()
                _ = try await interrupt(variant, site, server, at: "/\(index)", fields: tag)
                server.script(scripts, at: "/\(index)")
                let plan = try site.plan(server.url("/\(index)"), sha256: content.sha256)
                let file = try await AnyDownload(variant, plan).run().get()
                #expect(file.resumedFrom == 0, "\(what)")
                #expect(try site.bytes("\(index)") == content.bytes, "\(what)")
                #expect(try site.names == ["\(index)"], "\(what)")
            }
        }
    }

    @Test(arguments: Variant.allCases) func whatCannotBeRecognisedIsNotKept(_ variant: Variant) async throws {
        try await withServers { _, server in
            for fields in [[], [("ETag", "W/\"17\"")]] {
                let site = try Site()
                let partial = try await interrupt(variant, site, server, at: "/x", fields: fields)
                #expect(partial == nil)
                #expect(try site.names == [])
            }
            let site = try Site()
            let dated = [("Last-Modified", "Tue, 24 Nov 2026 15:00:00 GMT")]
            let partial = try await interrupt(variant, site, server, at: "/x", fields: dated)
            #expect(partial?.length == 80_000)
        }
    }

    /// All bytes came, and the process was killed before the file had its name.
    @Test(arguments: Variant.allCases) func fileThatIsWholeIsStillChecked(_ variant: Variant) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(content), at: "/x")
            let name = try Self.partialName(of: server.url("/x"))
            let folder = URL(filePath: site.path)
            try Data(content.bytes).write(to: folder.appending(path: name))
            let record = """
                {"total":\(content.length),"url":"\(server.url("/x"))","validator":{"entityTag":"\\"17-\(content.length)\\""}}
                """
            try record.write(to: folder.appending(path: name + ".json"), atomically: false, encoding: .utf8)
            let plan = try site.plan(server.url("/x"), sha256: content.sha256)
            let file = try await AnyDownload(variant, plan).run().get()
            #expect(file.resumedFrom == UInt64(content.length - 1))
            #expect(try site.bytes("x") == content.bytes)
            #expect(try site.names == ["x"])
        }
    }

    /// A partial file of which nobody knows what it is a part of: its record is missing, or of another URL, or cut.
    @Test(arguments: Variant.allCases) func partOfNothingIsNotBelieved(_ variant: Variant) async throws {
        try await withServers { server, _ in
            server.serve(ServedFile(content), at: "/x")
            let url = server.url("/x")
            let records: [String?] = [
                nil, "", "{\"url\":",
                "{\"url\":\"http://other/\",\"validator\":{\"entityTag\":\"\\\"17\\\"\"}}",
                "{\"total\":10,\"url\":\"\(url)\",\"validator\":{\"entityTag\":\"\\\"17-\(content.length)\\\"\"}}",
            ]
            for record in records {
                let site = try Site()
                let name = try Self.partialName(of: url)
                let folder = URL(filePath: site.path)
                try Data(repeating: 1, count: 5_000).write(to: folder.appending(path: name))
                try record?.write(
                    to: folder.appending(path: name + ".json"), atomically: false, encoding: .utf8)
                let file = try await AnyDownload(variant, try site.plan(url)).run().get()
                #expect(file.resumedFrom == 0)
                #expect(try site.bytes("x") == content.bytes)
                #expect(try site.names == ["x"])
            }
        }
    }

    /// The partial file's name is a function of the URL.
    private static func partialName(of url: String) throws -> String {
        let site = try Site()
        let plan = try site.plan(url)
        let attempt = DownloadAttempt(plan)
        _ = try attempt.begin()
        return try #require(try site.names.first)
    }
}
