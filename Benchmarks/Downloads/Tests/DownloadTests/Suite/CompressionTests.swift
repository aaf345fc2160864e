import ChildProcesses
import DownloadCore
import DownloadOperations
import Foundation
import LoopbackServer
import NIOCore
import Testing

/// What a server compresses: the file is what was compressed, whole, or isn't there.
@Suite struct CompressionTests {
    private let content = TestContent(seed: 17, length: 200_000)
    private let tag = ("ETag", "\"17\"")

    @Test(arguments: Variant.allCases) func compressedFileIsUndoneAndNeverResumed(_ variant: Variant)
        async throws
    {
        let compressed = try await Self.gzip(content.bytes)
        try await withServers { server, faulty in
            var file = ServedFile(content)
            file.compressed = ByteBuffer(bytes: compressed)
            for (asks, forAll) in [(true, false), (false, true), (false, false)] {
                let site = try Site()
                file.compressesForAll = forAll
                server.serve(file, at: "/x")
                var settings = DownloadSettings()
                settings.asksForCompression = asks
                let plan = try site.plan(server.url("/x"), sha256: content.sha256, settings: settings)
                let got = try await AnyDownload(variant, plan).run().get()
                #expect(got.length == UInt64(content.length))
                #expect(try site.bytes("x") == content.bytes)
                let accepted = server.requests.last?.fields["accept-encoding"]
                #expect(accepted == (asks ? "gzip, deflate" : "identity"))
            }
            let site = try Site()
            faulty.script(
                [
                    .head(
                        200, [("Content-Length", "\(compressed.count)"), ("Content-Encoding", "gzip"), tag]),
                    .bytes(Array(compressed[..<(compressed.count / 2)])), .stall,
                ], at: "/x")
            let some = Milestone.received(1)
            let download = AnyDownload(variant, try site.plan(faulty.url("/x"), progress: some.handler))
            download.add()
            await some.wait()
            download.cancel()
            let error = await failure(download.ended())
            #expect(error?.reason == .cancelled && error?.partial == nil)
            #expect(try site.names == [])
        }
    }

    /// The head announces nothing of the file itself, so only the compressed bytes can tell that some are missing or wrong. Where
    /// their number isn't announced either, URLSession doesn't see that they are cut off, and a checksum does.
    @Test(arguments: Variant.allCases) func compressedBytesThatAreCutOrWrongAreNoFile(_ variant: Variant)
        async throws
    {
        let compressed = try await Self.gzip(content.bytes)
        let length = ("Content-Length", "\(compressed.count)")
        var wrong = compressed
        for index in 100_000..<100_100 { wrong[index] ^= 0xFF }
        let cases: [(what: String, fields: [(String, String)], bytes: [UInt8])] = [
            ("cut off, though the length is announced", [length], Array(compressed[..<90_000])),
            ("cut off, and ended by the connection", [], Array(compressed[..<90_000])),
            ("wrong in the middle", [length], wrong),
            ("not compressed at all", [("Content-Length", "5")], Array("plain".utf8)),
        ]
        try await withServers { _, server in
            for (what, fields, bytes) in cases {
                let site = try Site()
                let head = FaultStep.head(200, fields + [("Content-Encoding", "gzip"), tag])
                server.script([head, .attempt([.bytes(bytes)]), .close], at: "/x")
                let isURLSession = variant.design == .main || variant.design == .start
                let sha256 = isURLSession && fields.isEmpty ? content.sha256 : nil
                let plan = try site.plan(server.url("/x"), sha256: sha256)
                switch failure(await AnyDownload(variant, plan).run())?.reason {
                case .connectionLost, .invalidResponse: break
                case .wrongChecksum where sha256 != nil: break
                case let reason: Issue.record("\(what): \(reason.map { "\($0)" } ?? "it succeeded")")
                }
                #expect(try site.names == [], "\(what)")
            }
        }
    }

    /// By the program of the system: another's opinion on the format.
    private static func gzip(_ bytes: [UInt8]) async throws -> [UInt8] {
        let site = try Site()
        let file = URL(filePath: site.path).appending(path: "content")
        try Data(bytes).write(to: file)
        let program = ChildProgram("/usr/bin/env", ["gzip", "-c", file.path])
        return try await program.run { child in try await child.allOutput() }.value
    }
}
