public import DownloadCore

/// Sends requests, and hands on what is answered as it comes.
///
/// `URLSession` and async-http-client are two of them. A client follows no redirects, undoes `gzip` and `deflate`, and has no
/// time limit of its own but for connecting.
///
/// Thread-safe.
public protocol TransferClient: Sendable {
    /// Sends a request.
    ///
    /// - Parameter receiver: Told what comes.
    /// - Returns: What ends the transfer early.
    func send(_ request: TransferRequest, to receiver: any TransferReceiver) -> any Transfer
}

/// A request that was sent.
public protocol Transfer: Sendable {
    /// Ends it early. The receiver may be called still, for what was under way. Called from any thread, maybe more than once.
    func cancel()
}

/// Told what comes of a request, one call at a time and in order, on threads that must not be blocked for long: a head, pieces
/// of the body, an end. After an end there is nothing more.
public protocol TransferReceiver: Sendable {
    func didReceive(_ head: ResponseHead)

    /// - Parameters:
    ///   - piece: The next of the body.
    ///   - taken: To be called, from any thread, once the piece is of no more use. A client that can reads no further before.
    func didReceive(_ piece: BodyPiece, taken: @escaping @Sendable () -> Void)

    /// - Parameter failure: Nil if the response is whole.
    func didEnd(_ failure: TransferFailure?)
}
