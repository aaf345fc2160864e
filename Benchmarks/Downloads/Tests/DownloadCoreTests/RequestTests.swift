import Crypto
import Foundation
import Testing

@testable import DownloadCore

@Suite struct RequestTests {
    @Test(arguments: [
        "ftp://example.org/a", "file:///etc/passwd", "javascript:alert(1)", "example.org/a", "http://",
        "https:///a",
        "", "http://exa mple.org/", "http://example.org:65536/", "http://example.org:0/",
    ])
    func whatIsNotHTTPIsRefused(text: String) {
        #expect(throws: DownloadError.self) { try DownloadRequest(text) }
    }

    @Test func hostHasItsPort() throws {
        #expect(try DownloadRequest("http://Example.org/a").host == "example.org:80")
        #expect(try DownloadRequest("HTTPS://example.org/a").host == "example.org:443")
        #expect(try DownloadRequest("http://example.org:8080/a").host == "example.org:8080")
        #expect(try DownloadRequest("http://[::1]:65535/a").server == ("::1", 65535))
    }

    @Test func checksumIsReadAsItIsWritten() {
        let checksum = SHA256Checksum(SHA256.hash(data: Data("abc".utf8)))
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(checksum.description == text)
        #expect(SHA256Checksum(text) == checksum && SHA256Checksum(text.uppercased()) == checksum)
        for wrong in ["", "ba78", text + "0", String(text.dropLast()) + "g"] {
            #expect(SHA256Checksum(wrong) == nil, "\(wrong)")
        }
    }

    // MARK: Redirects

    private func trail(_ url: String, most: Int = 10) throws -> RedirectTrail {
        RedirectTrail(try #require(URL(string: url)), most: most)
    }

    @Test func redirectIsResolvedAgainstWhereItComesFrom() throws {
        var trail = try trail("https://a.org/x/y?z")
        for (location, url) in [
            ("../b", "https://a.org/b"), ("//c.org/d", "https://c.org/d"), ("?q", "https://c.org/d?q"),
        ] {
            try trail.follow(location)
            #expect(trail.url.absoluteString == url)
        }
    }

    @Test func redirectThatLeadsNowhereIsRefused() throws {
        for location in [
            "ftp://a.org/", "file:///etc/passwd", "http://a.org/plain", "https://", "https://a.org/x",
        ] {
            var trail = try trail("https://a.org/x")
            #expect(throws: DownloadError.Reason.self, "\(location)") { try trail.follow(location) }
        }
        var trail = try trail("http://a.org/0", most: 2)
        try trail.follow("/1")
        try trail.follow("/2")
        #expect(throws: DownloadError.Reason.self) { try trail.follow("/3") }
    }

    @Test func confidentialFieldsStayWithTheirHost() throws {
        let fields = [
            DownloadRequest.Field("Authorization", "x"), .init("cookie", "y"), .init("Accept", "z"),
        ]
        var trail = try trail("https://a.org/x")
        try trail.follow("/y")
        #expect(trail.allowed(fields) == fields)
        try trail.follow("https://b.org/")
        #expect(trail.allowed(fields).map(\.name) == ["Accept"])
        // Also if it leads back: who has sent it there isn't to be trusted.
        try trail.follow("https://a.org/z")
        #expect(trail.allowed(fields).map(\.name) == ["Accept"])
        var other = try self.trail("https://a.org/x")
        try other.follow("https://a.org:8443/x")
        #expect(other.allowed(fields).map(\.name) == ["Accept"])
    }
}
