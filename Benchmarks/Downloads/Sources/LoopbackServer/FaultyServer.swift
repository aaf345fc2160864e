private import ConcurrencyPrimitives
private import NIOCore
private import NIOPosix

/// A server that does what a good one can't: it sends what a script says, byte for byte. On this machine alone, and on a port
/// that the system chooses.
///
/// Each connection serves one request.
///
/// Thread-safe. Stop it before it is let go of.
public final class FaultyServer: Sendable {
    /// The port that it listens at.
    public let port: Int
    private let book: FaultBook
    private let service: Task<Void, any Error>

    private init(port: Int, book: FaultBook, service: Task<Void, any Error>) {
        self.port = port
        self.book = book
        self.service = service
    }

    /// Starts a server, which has no scripts yet.
    ///
    /// - Throws: What keeps it from listening.
    public static func start() async throws -> FaultyServer {
        let book = FaultBook()
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .bind(host: "127.0.0.1", port: 0) { channel in
                AcceptedConnection.accept(channel)
            }
        let service = Task {
            try await listener.executeThenClose { connections in
                // A connection that fails is one that a client has broken.
                await withDiscardingTaskGroup { group in
                    do {
                        for try await connection in connections {
                            group.addTask { try? await FaultyConnection(connection, book).serve() }
                        }
                    } catch {
                        group.cancelAll()
                    }
                }
            }
        }
        return FaultyServer(port: listener.channel.localAddress?.port ?? 0, book: book, service: service)
    }

    /// Has requests of a path answered by scripts, one after the other, and those that come then as the last of these.
    public func script(_ scripts: [FaultStep]..., at path: String) { script(scripts, at: path) }

    /// The same.
    public func script(_ scripts: [[FaultStep]], at path: String) { book.put(scripts, at: path) }

    /// The URL of a path, which begins with a slash.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// What was asked so far, in order.
    public var requests: [ServerRequest] { book.requests }

    /// Ends it, and closes its connections.
    public func stop() async {
        service.cancel()
        // That it was cancelled is what it ends with.
        _ = await service.result
    }
}

/// The scripts of a server, and what it was asked.
final class FaultBook: Sendable {
    private struct State: Sendable {
        var scripts: [String: [[FaultStep]]] = [:]
        var requests: [ServerRequest] = []
    }

    private let state = Mutex(State())

    var requests: [ServerRequest] { state.withLock { $0.requests } }

    func put(_ scripts: [[FaultStep]], at path: String) { state.withLock { $0.scripts[path] = scripts } }

    func script(for request: ServerRequest) -> [FaultStep] {
        state.withLock { state in
            state.requests.append(request)
            // A path stands for all that have a query behind it, too.
            let path = request.path
            let key = state.scripts[path] == nil ? String(path.prefix { $0 != "?" }) : path
            guard let scripts = state.scripts[key], let script = scripts.first else {
                return [.head(404, [("Content-Length", "0")])]
            }
            if scripts.count > 1 { state.scripts[key]?.removeFirst() }
            return script
        }
    }
}
