import Crypto
import Foundation
import Testing

@testable import DownloadCore

/// What an attempt does beside writing, and how its end is judged.
@Suite struct AttemptTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "attempt-\(UUID().uuidString)")
        .path

    /// The checksum of what is there already takes long for a large file: a cancel ends it.
    @Test func interruptedAttemptDoesNotHashWhatIsThere() throws {
        let folder = try DownloadFolder(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = [UInt8](repeating: 7, count: 1_000)
        let request = try DownloadRequest(
            "http://example.org/a", sha256: SHA256Checksum(SHA256.hash(data: bytes)))
        let head = [("ETag", "\"1\"")]
        let first = DownloadAttempt(DownloadPlan(request, into: folder))
        _ = try first.begin()
        _ = try first.receive(ResponseHead(status: 200, fields: [("Content-Length", "1000")] + head))
        try bytes[..<400].withUnsafeBytes { try first.receive($0) }
        #expect(first.fail(.cancelled).partial?.length == 400)

        let part = ResponseHead(
            status: 206,
            fields: [("Content-Length", "600"), ("Content-Range", "bytes 400-999/1000")] + head)
        let cancelled = DownloadAttempt(DownloadPlan(request, into: folder))
        _ = try cancelled.begin()
        cancelled.interrupt()
        let error = #expect(throws: DownloadError.self) { try cancelled.receive(part) }
        #expect(error?.reason == .cancelled)
        #expect(cancelled.fail(.cancelled).partial?.length == 400)

        let last = DownloadAttempt(DownloadPlan(request, into: folder))
        _ = try last.begin()
        _ = try last.receive(part)
        try bytes[400...].withUnsafeBytes { try last.receive($0) }
        #expect(try last.finish().length == 1_000)
    }

    @Test func onlyWhatMayGoBetterIsTriedAgain() {
        let digest = SHA256Checksum(SHA256.hash(data: []))
        let passing: [DownloadError.Reason] = [
            .timedOut(.connect), .timedOut(.idle), .notConnected(""), .connectionLost(""),
            .wrongLength(expected: 2, received: 1), .refused(status: 429), .refused(status: 503),
        ]
        let lasting: [DownloadError.Reason] = [
            .timedOut(.total), .cancelled, .redirects(""), .invalidURL(""), .invalidResponse(""),
            .wrongChecksum(expected: digest, received: digest), .conditionFailed(""), .refused(status: 404),
        ]
        for reason in passing { #expect(DownloadError(reason, url: "").isRetryable, "\(reason)") }
        for reason in lasting { #expect(!DownloadError(reason, url: "").isRetryable, "\(reason)") }
    }
}
