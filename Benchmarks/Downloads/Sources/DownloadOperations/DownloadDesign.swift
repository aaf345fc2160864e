public import DownloadCore
public import DownloadTransfers

/// How the operation that downloads is made, and which client brings it its bytes.
public enum DownloadDesign: String, CaseIterable, Sendable {
    /// Synchronous in `main`, by `URLSession`.
    case main
    /// Synchronous in `main`, by async-http-client.
    case mainAsyncHTTPClient = "main-ahc"
    /// With an overridden `start`, by `URLSession`, whose callbacks a thread with a run loop takes.
    case start
    /// With an `async` body, by async-http-client.
    case async

    /// One line for people.
    public var summary: String {
        switch self {
        case .main: "synchronous in main, URLSession"
        case .mainAsyncHTTPClient: "synchronous in main, async-http-client"
        case .start: "overridden start, URLSession, a thread with a run loop"
        case .async: "async body, async-http-client"
        }
    }

    /// An operation that makes one attempt.
    ///
    /// - Parameters:
    ///   - plan: What is downloaded.
    ///   - clients: What brings it.
    public func makeAttempt(_ plan: DownloadPlan, by clients: DownloadClients) -> any DownloadAttemptOperation
    {
        switch self {
        case .main: SynchronousDownload(plan, by: clients.urlSession)
        case .mainAsyncHTTPClient: SynchronousDownload(plan, by: AsyncHTTPSender(clients.asyncHTTP))
        case .start: RunLoopDownload(plan, by: clients.urlSession)
        case .async: AsynchronousDownload(plan, by: clients.asyncHTTP)
        }
    }
}
