/// Why a client has no whole response, in words that all clients share.
public enum TransferFailure: Error, Hashable, Sendable {
    /// No connection could be made in time.
    case connectTimedOut
    /// No connection could be made.
    case notConnected(String)
    /// The connection was lost, or ended before the response did.
    case connectionLost(String)
    /// Redirects that lead nowhere.
    case redirects(String)
    /// What came is no response.
    case invalid(String)

    var reason: DownloadError.Reason {
        switch self {
        case .connectTimedOut: .timedOut(.connect)
        case .notConnected(let reason): .notConnected(reason)
        case .connectionLost(let reason): .connectionLost(reason)
        case .redirects(let reason): .redirects(reason)
        case .invalid(let reason): .invalidResponse(reason)
        }
    }
}
