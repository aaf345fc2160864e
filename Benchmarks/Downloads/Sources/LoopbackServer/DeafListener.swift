private import LinuxPlatform

/// A port of this machine that nobody answers at.
///
/// Either nobody listens there: connecting is refused. Or somebody listens who takes no connection, and the queue of those that
/// wait to be taken is full: connecting takes for ever, as it does with a host that has gone.
public final class DeafListener: Sendable {
    /// What connecting comes to.
    public enum Kind: Sendable {
        case refuses
        case isFull
    }

    /// Where to connect to.
    public let port: Int
    /// The listening socket, and the connections that fill its queue.
    private let descriptors: [Int32]

    /// A failed call of the system.
    public struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// Takes a port that the system chooses, for as long as this object lives.
    public init(_ kind: Kind) throws {
        let listener = try Self.socket()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try Self.check("bind", Self.with(&address) { bind(listener, $0, $1) })
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try Self.check("getsockname", Self.with(&address) { name, _ in getsockname(listener, name, &length) })
        port = Int(UInt16(bigEndian: address.sin_port))
        var all = [listener]
        if kind == .isFull {
            // Room for one more than it says; what comes then isn't answered.
            try Self.check("listen", listen(listener, 0))
            for _ in 0..<8 {
                let descriptor = try Self.socket()
                all.append(descriptor)
                let result = Self.with(&address) { connect(descriptor, $0, $1) }
                if result != 0, errno != EINPROGRESS { throw Failure(call: "connect", code: errno) }
            }
        }
        descriptors = all
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    private static func socket() throws -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = LinuxPlatform.socket(AF_INET, kind, 0)
        try check("socket", descriptor < 0 ? -1 : 0)
        return descriptor
    }

    private static func check(_ call: String, _ result: Int32) throws {
        if result != 0 { throw Failure(call: call, code: errno) }
    }

    private static func with(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
