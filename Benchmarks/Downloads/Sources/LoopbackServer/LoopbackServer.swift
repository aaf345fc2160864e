private import ConcurrencyPrimitives
private import HTTPTypes
private import Hummingbird
private import HummingbirdCore
private import Logging
private import NIOCore

/// A server for files, on this machine alone and on a port that the system chooses: for tests and measurements.
///
/// Thread-safe. Stop it before it is let go of.
public final class LoopbackServer: Sendable {
    /// Told how many bytes of files were sent in all.
    public typealias SentHandler = @Sendable (Int) -> Void

    private struct State: Sendable {
        var answers: [String: [ServerAnswer]] = [:]
        var requests: [ServerRequest] = []
        var sent = 0
    }

    /// The port that it listens at.
    public let port: Int
    private let service: Task<Void, any Error>
    private let shelf: Shelf

    private init(port: Int, service: Task<Void, any Error>, shelf: Shelf) {
        self.port = port
        self.service = service
        self.shelf = shelf
    }

    /// Starts a server, which has nothing yet.
    ///
    /// - Parameters:
    ///   - isRecording: Whether ``requests`` are kept.
    ///   - didSend: Called after each piece that was sent, on any thread.
    /// - Throws: What keeps it from listening.
    public static func start(isRecording: Bool = true, didSend: SentHandler? = nil) async throws
        -> LoopbackServer
    {
        let shelf = Shelf(isRecording: isRecording, didSend: didSend)
        let port = Promise<Result<Int, any Error>>()
        var logger = Logger(label: "LoopbackServer")
        logger.logLevel = .critical
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { request, _ in shelf.respond(to: request) },
            server: HTTPServerBuilder { HTTPConnections($0) },
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), backlog: 1_024),
            onServerRunning: { channel in
                port.fulfill(Result { channel.localAddress?.port ?? 0 })
            }, logger: logger)
        let service = Task {
            do {
                try await application.run()
            } catch {
                port.fulfill(.failure(error))
                throw error
            }
        }
        return LoopbackServer(port: try await port.value().get(), service: service, shelf: shelf)
    }

    /// Has files served at a path.
    public func serve(_ file: ServedFile, at path: String) { answer([.file(file)], at: path) }

    /// Has requests of a path answered, one after the other, and those that come then as the last of these.
    public func answer(_ answers: [ServerAnswer], at path: String) { shelf.put(answers, at: path) }

    /// The URL of a path, which begins with a slash.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// What was asked so far, in order.
    public var requests: [ServerRequest] { shelf.requests }

    /// Ends it, and closes its connections.
    public func stop() async {
        service.cancel()
        // That it was cancelled is what it ends with.
        _ = await service.result
    }

    /// What it has, and what it was asked.
    private final class Shelf: Sendable {
        private let state = Mutex(State())
        private let isRecording: Bool
        private let didSend: SentHandler?

        init(isRecording: Bool, didSend: SentHandler?) {
            self.isRecording = isRecording
            self.didSend = didSend
        }

        var requests: [ServerRequest] { state.withLock { $0.requests } }

        func put(_ answers: [ServerAnswer], at path: String) { state.withLock { $0.answers[path] = answers } }

        func respond(to request: Request) -> Response {
            let path = request.head.path ?? "/"
            let answer = state.withLock { state -> ServerAnswer? in
                if isRecording {
                    let fields = request.headers.map { ($0.name.canonicalName, $0.value) }
                    state.requests.append(
                        ServerRequest(path: path, fields: Dictionary(fields) { first, _ in first }))
                }
                // A path stands for all that have a query behind it, too.
                let key = state.answers[path] == nil ? String(path.prefix { $0 != "?" }) : path
                guard let answers = state.answers[key] else { return nil }
                if answers.count > 1 { state.answers[key]?.removeFirst() }
                return answers.first
            }
            switch answer {
            case nil: return Response(status: .notFound)
            case .status(let status): return Response(status: .init(code: status))
            case .redirect(let status, let location):
                return Response(status: .init(code: status), headers: [.location: location])
            case .file(let file): return FileResponse(file, request.headers).response { self.note(sent: $0) }
            }
        }

        private func note(sent count: Int) {
            let sent = state.withLock { state in
                state.sent += count
                return state.sent
            }
            didSend?(sent)
        }
    }
}
