internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// A connection that was accepted. Nothing is read from it before it is served, and one that never is, is closed.
///
/// NIO stops the process if the asynchronous stream of a connection is dropped before somebody reads it. A server that ends drops
/// the connections that it hasn't come to, so who serves one makes its stream.
final class AcceptedConnection: ServerChildChannelValue {
    let channel: any Channel

    private init(_ channel: any Channel) { self.channel = channel }

    deinit { channel.close(promise: nil) }

    static func accept(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
        channel.setOption(.autoRead, value: false).map { AcceptedConnection(channel) }
    }

    /// Makes the stream, and has it read.
    func stream<Stream: Sendable>(
        _ make: @escaping @Sendable (any Channel) -> EventLoopFuture<Stream>
    ) async throws -> Stream {
        let stream = try await channel.eventLoop.flatSubmit { [channel] in make(channel) }.get()
        // If that fails, the other side has closed, and the stream ends.
        try? await channel.setOption(.autoRead, value: true).get()
        return stream
    }
}

/// Hummingbird's HTTP/1.1, over such connections.
struct HTTPConnections: ServerChildChannel {
    private let http: HTTP1Channel

    init(_ responder: @escaping HTTPChannelHandler.Responder) { http = HTTP1Channel(responder: responder) }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        AcceptedConnection.accept(channel)
    }

    func handle(value connection: AcceptedConnection, logger: Logger) async {
        // Without a stream, the connection is closed with this object.
        guard let stream = try? await connection.stream({ [http] in http.setup(channel: $0, logger: logger) })
        else { return }
        await http.handle(value: stream, logger: logger)
    }
}
