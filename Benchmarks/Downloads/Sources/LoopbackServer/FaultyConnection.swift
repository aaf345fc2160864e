private import ConcurrencyPrimitives
private import LinuxPlatform
internal import NIOCore
private import NIOPosix

/// One connection of a ``FaultyServer``.
struct FaultyConnection {
    typealias Channel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private let connection: AcceptedConnection
    private let book: FaultBook

    init(_ connection: AcceptedConnection, _ book: FaultBook) {
        self.connection = connection
        self.book = book
    }

    /// Reads a request, runs its script, and closes.
    func serve() async throws {
        let channel = try await connection.stream { channel in
            channel.eventLoop.makeCompletedFuture { try Channel(wrappingChannelSynchronously: channel) }
        }
        try await channel.executeThenClose { inbound, outbound in
            var pieces = inbound.makeAsyncIterator()
            guard let request = try await Self.request(&pieces) else { return }
            _ = try await run(book.script(for: request), outbound, &pieces)
        }
    }

    private typealias Outbound = NIOAsyncChannelOutboundWriter<ByteBuffer>
    private typealias Pieces = NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

    /// Whether the script isn't to go on.
    private func run(
        _ script: [FaultStep], _ outbound: Outbound, _ pieces: inout Pieces
    ) async throws -> Bool {
        for step in script {
            switch step {
            case .head(let status, let fields):
                try await outbound.write(ByteBuffer(string: Self.head(status, fields)))
            case .bytes(let bytes): try await outbound.write(ByteBuffer(bytes: bytes))
            case .oneByOne(let bytes, let gate):
                for (index, byte) in bytes.enumerated() {
                    await gate(index)
                    try await outbound.write(ByteBuffer(bytes: [byte]))
                }
            case .wait(let latch): await latch.wait()
            case .call(let body): await body()
            case .attempt(let steps):
                do {
                    if try await run(steps, outbound, &pieces) { return true }
                } catch {
                    // What isn't sent is lost.
                }
            case .stall: while try await pieces.next() != nil {}
            case .reset:
                try await reset()
                return true
            case .close: return true
            }
        }
        return false
    }

    private func reset() async throws {
        // With no time to linger, what is sent at the end says that the connection is broken.
        if let socket = connection.channel as? any SocketOptionProvider {
            try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await connection.channel.close().get()
    }

    private static func head(_ status: Int, _ fields: [(String, String)]) -> String {
        "HTTP/1.1 \(status) -\r\nConnection: close\r\n" + fields.map { "\($0.0): \($0.1)\r\n" }.joined()
            + "\r\n"
    }

    /// Nil if the other side closes before there is one.
    private static func request(_ pieces: inout Pieces) async throws -> ServerRequest? {
        var text = ""
        while !text.contains("\r\n\r\n") {
            guard let piece = try await pieces.next() else { return nil }
            text += String(buffer: piece)
        }
        let lines = text.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
        return ServerRequest(path: String(words[1]), fields: Dictionary(fields) { first, _ in first })
    }
}
