/// Why a download has no file.
public struct DownloadError: Error, Hashable, Sendable {
    /// What went wrong.
    public enum Reason: Error, Hashable, Sendable {
        /// It was cancelled.
        case cancelled
        /// Something took too long.
        case timedOut(Timeout)
        /// No connection could be made.
        case notConnected(String)
        /// The connection was lost, or ended too early.
        case connectionLost(String)
        /// The server refused, with this status.
        case refused(status: Int)
        /// Redirects that lead nowhere.
        case redirects(String)
        /// The URL can't be downloaded.
        case invalidURL(String)
        /// The response says what can't be.
        case invalidResponse(String)
        /// Fewer or more bytes than the server announced.
        case wrongLength(expected: UInt64, received: UInt64)
        /// Other bytes than were asked for.
        case wrongChecksum(expected: SHA256Checksum, received: SHA256Checksum)
        /// The disk refused; that it is full is one of its reasons.
        case disk(DiskError)
        /// A condition of the operation wasn't met, so it didn't run.
        case conditionFailed(String)
    }

    /// What may take too long.
    public enum Timeout: String, Hashable, Sendable {
        case connect, idle, total
    }

    /// What went wrong.
    public let reason: Reason
    /// What was to be downloaded.
    public let url: String
    /// What there is of the file, to go on with; nil if there is nothing.
    public let partial: PartialFileNote?

    /// - Parameters:
    ///   - reason: What went wrong.
    ///   - url: What was to be downloaded.
    ///   - partial: What there is of the file.
    public init(_ reason: Reason, url: String, partial: PartialFileNote? = nil) {
        self.reason = reason
        self.url = url
        self.partial = partial
    }

    /// Whether it was cancelled.
    public var isCancellation: Bool { reason == .cancelled }

    /// Whether another attempt may go better: the network and the server change their minds, a checksum doesn't.
    public var isRetryable: Bool {
        switch reason {
        case .timedOut(let timeout): timeout != .total
        case .notConnected, .connectionLost, .wrongLength: true
        case .refused(let status): [408, 425, 429, 500, 502, 503, 504].contains(status)
        case .cancelled, .redirects, .invalidURL, .invalidResponse, .wrongChecksum, .disk, .conditionFailed:
            false
        }
    }

    /// Whether another attempt may go better after `error`, for a policy of retries.
    public static func isRetryable(_ error: any Error) -> Bool {
        (error as? DownloadError)?.isRetryable ?? false
    }
}

extension DownloadError: CustomStringConvertible {
    public var description: String {
        "\(url): \(reason)" + (partial.map { "; \($0)" } ?? "")
    }
}

extension DownloadError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cancelled: "cancelled"
        case .timedOut(.connect): "no connection in time"
        case .timedOut(.idle): "nothing came for too long"
        case .timedOut(.total): "it took too long"
        case .notConnected(let reason): "no connection: \(reason)"
        case .connectionLost(let reason): "the connection was lost: \(reason)"
        case .refused(let status): "the server answered with status \(status)"
        case .redirects(let reason), .invalidResponse(let reason), .conditionFailed(let reason): reason
        case .invalidURL(let reason): "it can't be downloaded: \(reason)"
        case .wrongLength(let expected, let received):
            "\(received) bytes came of the \(expected) that were announced"
        case .wrongChecksum(let expected, let received):
            "its SHA-256 is \(received), not \(expected) as asked; it was removed"
        case .disk(let error): "\(error)"
        }
    }
}
