import ConcurrencyPrimitives
import Foundation
import Testing

/// A named pipe that processes hold open for as long as they live: where it is closed, none of them is left.
final class OpenEnds: Sendable {
    let path: String
    private let descriptor: Int32

    init(at path: String) throws {
        try #require(mkfifo(path, 0o600) == 0)
        // Without waiting for somebody who writes.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        self.path = path
    }

    deinit { close(descriptor) }

    /// Waits until nobody holds it open any more; returns what has been written to it, or nil if somebody still does
    /// after `limit`. One at a time.
    func textOnceClosed(within limit: Duration) async -> String? {
        let text = Mutex<String?>(nil)
        // Not on a thread of the pool, which other tests need.
        await suspend { resumption in
            SystemThread.start {
                let read = self.readToEnd(until: .now + limit)
                text.withLock { $0 = read }
                resumption.resume()
            }
        }
        return text.withLock { $0 }
    }

    private func readToEnd(until deadline: ContinuousClock.Instant) -> String? {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 1_024)
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return nil }
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, Int32(left)) > 0 else { continue }
            let count = read(descriptor, &bytes, bytes.count)
            if count == 0 { return text }
            // Less than nothing: interrupted, or there was nothing yet.
            if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
        }
    }
}
