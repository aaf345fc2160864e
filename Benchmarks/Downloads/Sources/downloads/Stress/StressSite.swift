internal import DownloadCore
private import DownloadOperations
internal import LoopbackServer
internal import RandomNumbers

/// What the downloads of a stress test come from: servers that are quick, slow, silent, or break off.
final class StressSite: Sendable {
    let content = TestContent(seed: 23, length: 1_000_000)
    private let good: LoopbackServer
    private let faulty: FaultyServer
    private let deaf: DeafListener

    init() async throws {
        good = try await LoopbackServer.start(isRecording: false)
        faulty = try await FaultyServer.start()
        deaf = try DeafListener(.isFull)
        let bytes = content.bytes
        let head = FaultStep.head(200, [("Content-Length", "\(bytes.count)"), ("ETag", "\"23\"")])
        let half = FaultStep.bytes(Array(bytes[..<(bytes.count / 2)]))
        good.serve(ServedFile(content), at: "/file")
        good.answer([.redirect(to: "/file")], at: "/elsewhere")
        faulty.script([[.stall]], at: "/silent")
        faulty.script([[head, half, .stall]], at: "/stalls")
        faulty.script([[head, half, .reset]], at: "/breaks")
        faulty.script([[.head(503, [("Content-Length", "0")])]], at: "/busy")
    }

    /// A download of one of them. Each has a URL of its own, and so a partial file of its own.
    func plan(_ number: Int, into folder: DownloadFolder, _ random: inout Xoshiro256) -> DownloadPlan {
        let base = [
            good.url("/file"), good.url("/file"), good.url("/file"), good.url("/elsewhere"),
            faulty.url("/silent"),
            faulty.url("/stalls"), faulty.url("/breaks"), faulty.url("/busy"),
            "http://127.0.0.1:\(deaf.port)/deaf",
        ].randomElement(using: &random)!
        // They are URLs.
        return DownloadPlan(try! DownloadRequest("\(base)?\(number)"), into: folder)
    }

    func stop() async {
        await good.stop()
        await faulty.stop()
    }
}
