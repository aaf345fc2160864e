import Foundation

/// A downloader that joins a download of the same address, or else adds one. Each step takes the lock, but not both together:
/// the second of two downloads takes the place of the first, whose callbacks are lost.
///
/// onevcat/Kingfisher, pull request 2444, "Fix non-atomic task creation for concurrent same-URL requests":
/// https://github.com/onevcat/Kingfisher/pull/2444
final class ImageDownloader: @unchecked Sendable {
    typealias Callback = @Sendable () -> Void

    private let lock = NSLock()
    private var callbacks: [String: [Callback]] = [:]
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func download(_ address: String, _ callback: @escaping Callback) {
        if isFixed {
            lock.withLock { callbacks[address, default: []].append(callback) }
        } else if lock.withLock({ callbacks[address] != nil }) {
            lock.withLock { callbacks[address]?.append(callback) }
        } else {
            lock.withLock { callbacks[address] = [callback] }
        }
    }

    func complete(_ address: String) {
        let all = lock.withLock { callbacks.removeValue(forKey: address) ?? [] }
        for callback in all { callback() }
    }
}

extension Bug {
    static let kingfisherDownloadTask = Bug(
        name: "KingfisherDownloadTask", project: "onevcat/Kingfisher",
        citation: "https://github.com/onevcat/Kingfisher/pull/2444", family: .lockReleased
    ) { isFixed, expect in
        let downloader = ImageDownloader(isFixed: isFixed)
        let called = Counter()
        let other = Task { downloader.download("a") { called.add() } }
        downloader.download("a") { called.add() }
        await other.value
        downloader.complete("a")
        expect(called.value == 2, "\(called.value) of 2 callbacks were called")
    }
}
