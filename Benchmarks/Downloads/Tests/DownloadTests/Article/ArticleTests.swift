import Foundation
import LoopbackServer
import NIOCore
import Testing

/// The example of README.md is the file beside this one, and works.
@Suite struct ArticleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func exampleIsTheCodeThatIsTestedHere() throws {
        let code = try String(contentsOf: Self.folder.appending(path: "FetchAlbum.swift"), encoding: .utf8)
        let readme = try String(
            contentsOf: Self.folder.appending(path: "../../../README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(code)```\n"), "README.md shows other code")
        #expect(code.split(separator: "\n").count < 40)
    }

    @Test func exampleDownloadsAndResizes() async throws {
        try await withServers { server, _ in
            let site = try Site()
            let picture = ImageTests.image(.png, width: 600, height: 300)
            for name in ["a", "b", "c"] {
                server.serve(ServedFile(ByteBuffer(bytes: picture)), at: "/\(name).png")
            }
            let urls = ["/a.png", "/missing.png", "/b.png", "/c.png"].map { server.url($0) }
            let paths = try await fetchAlbum(
                urls, host: "127.0.0.1", port: UInt16(server.port), into: site.path)
            #expect(paths == ["a", "b", "c"].map { "\(site.path)/\($0)-200px.png" })
            #expect(
                try site.names == ["a-200px.png", "a.png", "b-200px.png", "b.png", "c-200px.png", "c.png"])
        }
    }

    /// The condition keeps everything from running.
    @Test func exampleDownloadsNothingFromAHostThatIsNotThere() async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(ServedFile(TestContent(seed: 1, length: 100)), at: "/a.png")
            let nobody = try DeafListener(.refuses)
            let paths = try await fetchAlbum(
                [server.url("/a.png")], host: "127.0.0.1", port: UInt16(nobody.port), into: site.path)
            #expect(paths == [])
            #expect(server.requests.isEmpty)
            #expect(try site.names == [])
        }
    }
}
