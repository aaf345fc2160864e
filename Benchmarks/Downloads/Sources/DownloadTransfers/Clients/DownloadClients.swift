public import AsyncHTTPClient
private import ConcurrencyPrimitives
public import DownloadCore
private import NIOCore
private import NIOHTTPCompression

/// The clients of this process, which downloads share: connections are kept and used again.
///
/// Thread-safe.
public final class DownloadClients: Sendable {
    /// Those that downloads use where nothing else is said. They live as long as the process.
    public static let shared = DownloadClients()

    /// The one that asynchronous bodies use.
    public let asyncHTTP: HTTPClient

    /// Made when it is first asked for.
    private let session = Mutex<URLSessionClient?>(nil)
    private let connectionsPerHost: Int

    /// - Parameters:
    ///   - settings: Whose limit of connecting counts.
    ///   - connectionsPerHost: The most connections to a host.
    public init(_ settings: DownloadSettings = DownloadSettings(), connectionsPerHost: Int = 64) {
        self.connectionsPerHost = connectionsPerHost
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        // How large a file may be, the disk says.
        configuration.decompression = .enabled(limit: .none)
        configuration.timeout = .init(connect: settings.timeouts.connect.map { TimeAmount($0) })
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsPerHost
        // A retry is an operation of its own.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        asyncHTTP = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// The one of Foundation.
    public var urlSession: URLSessionClient {
        session.withLock { session in
            let client = session ?? URLSessionClient(connectionsPerHost: connectionsPerHost)
            session = client
            return client
        }
    }

    /// Closes all connections. Nothing must be downloaded by these clients at the time, nor later.
    public func shutDown() async throws {
        session.withLock { $0.take() }?.shutDown()
        try await asyncHTTP.shutdown()
    }
}
