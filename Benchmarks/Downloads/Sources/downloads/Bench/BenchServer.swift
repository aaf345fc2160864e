private import ConcurrencyPrimitives
internal import LoopbackServer

/// The server that this process downloads from, and where to, as it was started with.
enum BenchServer {
    private static let settings = Mutex<(url: String?, scratch: String?)>((nil, nil))

    static var url: String? { settings.withLock { $0.url } }
    static var scratch: String? { settings.withLock { $0.scratch } }

    static func use(_ url: String, scratch: String?) { settings.withLock { $0 = (url, scratch) } }

    /// What the files of a scenario are made of.
    static func content(of scenario: String, bytes: Int) -> TestContent {
        TestContent(seed: 1, length: bytes)
    }
}
