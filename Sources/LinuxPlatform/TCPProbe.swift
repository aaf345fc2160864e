/// Tests whether a host accepts connections at a port.
public enum TCPProbe {
    /// The result of an attempt to connect.
    public enum Outcome: Hashable, Sendable {
        case connected
        /// The host has no address; with the resolver's reason.
        case unknownHost(String)
        /// No address accepted a connection; with the system's reason for the last.
        case refused(String)
        case timedOut

        /// The failure as text; nil if it connected.
        public var failure: String? {
            switch self {
            case .connected: nil
            case .unknownHost(let reason): "the host isn't known: \(reason)"
            case .refused(let reason): "no connection: \(reason)"
            case .timedOut: "no connection in time"
            }
        }
    }

    /// Connects to a port of a host, trying one of its addresses after the other, and closes the connection.
    ///
    /// Blocks the calling thread. The timeout covers connecting, and not the resolver.
    public static func connect(to host: String, port: UInt16, timeout: Duration) -> Outcome {
        let deadline = ContinuousClock.now + timeout
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var addresses: UnsafeMutablePointer<addrinfo>?
        let error = getaddrinfo(host, String(port), &hints, &addresses)
        guard error == 0 else { return .unknownHost(String(cString: gai_strerror(error))) }
        defer { freeaddrinfo(addresses) }
        var outcome = Outcome.unknownHost("it has no address")
        var next = addresses
        while let address = next {
            outcome = connect(to: address.pointee, deadline)
            if outcome == .connected || outcome == .timedOut { return outcome }
            next = address.pointee.ai_next
        }
        return outcome
    }

    private static func connect(to address: addrinfo, _ deadline: ContinuousClock.Instant) -> Outcome {
        let kind = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, address.ai_protocol)
        guard descriptor >= 0 else { return .refused(text(errno)) }
        defer { close(descriptor) }
        if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return .connected }
        guard errno == EINPROGRESS else { return .refused(text(errno)) }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let left = deadline - .now
            guard left > .zero else { return .timedOut }
            // Rounded up, so that the loop doesn't spin in the last millisecond.
            let (seconds, attoseconds) = left.components
            let milliseconds = min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
            let count = poll(&entry, 1, Int32(milliseconds))
            if count > 0 { break }
            if count < 0, errno != EINTR { return .refused(text(errno)) }
        }
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 else {
            return .refused(text(errno))
        }
        return error == 0 ? .connected : .refused(text(error))
    }

    private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }
}
