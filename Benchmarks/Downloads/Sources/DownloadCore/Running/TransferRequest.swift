/// What a client is to ask a server for: a GET. It follows no redirects.
public struct TransferRequest: Hashable, Sendable {
    /// Where.
    public let url: String
    /// All fields that aren't the client's own affair.
    public let fields: [DownloadRequest.Field]
}
