import Foundation
import Testing

/// A named pipe that processes hold open for as long as they live: where it is closed, none of them is left.
///
/// Of one thread.
final class OpenEnds {
    let path: String
    private let descriptor: Int32
    /// What has been written to it, as far as it was waited for.
    private(set) var written = ""

    init(at path: String) throws {
        try #require(mkfifo(path, 0o600) == 0)
        // Without waiting for somebody who writes.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        self.path = path
    }

    deinit { close(descriptor) }

    /// Waits until nobody holds it open any more.
    func areClosed(within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        var bytes = [UInt8](repeating: 0, count: 1_024)
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0 else { return false }
            guard poll(&event, 1, Int32(left)) > 0 else { continue }
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return count == 0 }
            written += String(decoding: bytes[..<count], as: UTF8.self)
        }
    }
}
