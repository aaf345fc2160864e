import Dispatch
import Glibc

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// A server of HTTP on this machine that answers each request with its path; a path that begins with `/held` when it is told to.
///
/// `@unchecked Sendable`: the paths are touched under the lock of the condition, and the rest is constant.
final class LoopbackServer: @unchecked Sendable {
    private let listener: Int32
    private let mayAnswer = Latch()
    private let condition = NSCondition()
    private var requested: [String] = []
    let port: UInt16

    init() {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, size) = (listener, length)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, size) == 0 && listen(listener, 64) == 0)
                precondition(getsockname(listener, address, &length) == 0)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

    /// The paths that were asked for.
    var paths: [String] { condition.withLock { requested } }

    /// Blocks the calling thread until there were as many requests.
    func waitForRequests(_ count: Int) {
        condition.withLock {
            while requested.count < count { condition.wait() }
        }
    }

    /// Answers the requests that were held, and those that come.
    func answer() { mayAnswer.open() }

    /// Ends: no connection is accepted any more.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        mayAnswer.open()
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            if connection < 0 { break }
            Thread.detachNewThread { [self] in serve(connection) }
        }
        Glibc.close(listener)
    }

    private func serve(_ connection: Int32) {
        defer { Glibc.close(connection) }
        var request = Data(), buffer = [UInt8](repeating: 0, count: 4_096)
        while request.range(of: Data("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count <= 0 { return }
            request.append(contentsOf: buffer[..<count])
        }
        let path = String(String(decoding: request, as: UTF8.self).split(separator: " ")[1])
        condition.withLock {
            requested.append(path)
            condition.broadcast()
        }
        if path.hasPrefix("/held") { mayAnswer.wait() }
        let status = path.hasPrefix("/missing") ? "404 Not Found" : "200 OK"
        let head = "HTTP/1.1 \(status)\r\nContent-Length: \(path.utf8.count)\r\nConnection: close\r\n\r\n"
        let bytes = Array((head + path).utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            sent += count
        }
    }
}
