import Glibc
import LoopbackServer
import Testing

/// The servers themselves.
@Suite struct ServerTests {
    /// The system has accepted them, and the servers haven't come to all of them when they are stopped: NIO would stop the
    /// process if one were dropped.
    @Test func serverEndsWithConnectionsThatItHasNotComeTo() async throws {
        for _ in 0..<10 {
            var connections: [Int32] = []
            try await withServers { good, faulty in
                for port in [good.port, faulty.port] {
                    for _ in 0..<40 { connections.append(try Self.connect(to: port)) }
                }
            }
            for connection in connections { close(connection) }
        }
    }

    private static func connect(to port: Int) throws -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(connection >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        return connection
    }
}
