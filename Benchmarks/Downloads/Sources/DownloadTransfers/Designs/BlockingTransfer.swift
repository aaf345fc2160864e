public import DownloadCore

/// A download that is done when a function returns: the thread that calls ``run()`` waits for each piece and writes it.
///
/// What an operation that overrides `main` needs. A thread is taken for as long as the download lasts.
///
/// ``cancel()`` can be called from any thread at any time, ``run()`` once.
public final class BlockingTransfer: Sendable {
    private enum Event: Sendable {
        case head(ResponseHead)
        case piece(BodyPiece, taken: @Sendable () -> Void)
        case end(TransferFailure?)
    }

    /// Of which of the requests it is.
    private struct Letter: Sendable {
        let exchange: Int
        let event: Event
    }

    private let attempt: DownloadAttempt
    private let client: any TransferClient
    private let mailbox = Mailbox<Letter, DownloadError.Reason>()

    /// - Parameters:
    ///   - plan: What is downloaded.
    ///   - client: What brings it.
    public init(_ plan: DownloadPlan, by client: any TransferClient) {
        attempt = DownloadAttempt(plan)
        self.client = client
    }

    /// Ends the download early. It makes no difference once all of it has come.
    public func cancel() { interrupt(.cancelled) }

    private func interrupt(_ reason: DownloadError.Reason) {
        if mailbox.close(reason) { attempt.interrupt() }
    }

    /// Downloads the file, and blocks the calling thread meanwhile. Never call it in a task.
    public func run() -> DownloadOutcome {
        // What still comes is dropped: a piece that lay here would keep its client, and that would keep this.
        defer { mailbox.close(.cancelled) }
        let watch = TransferWatch(attempt.plan) { self.interrupt(.timedOut($0)) }
        watch.begin()
        defer { watch.end() }
        do throws(DownloadError) {
            if let reason = mailbox.reason { throw attempt.plan.error(reason) }
            var request = try attempt.begin()
            var exchange = 0
            while let next = try send(request, exchange, watch) {
                request = next
                exchange += 1
            }
            watch.end()
            return .success(try attempt.finish())
        } catch {
            // What an interruption brings about isn't the reason.
            return .failure(attempt.fail(mailbox.reason ?? error.reason))
        }
    }

    /// Sends a request and takes what comes. Returns what is to be sent instead; nil if all has come.
    private func send(
        _ request: TransferRequest, _ exchange: Int, _ watch: TransferWatch
    ) throws(DownloadError) -> TransferRequest? {
        let transfer = client.send(request, to: Post(mailbox: mailbox, exchange: exchange))
        var isWhole = false
        defer { if !isWhole { transfer.cancel() } }
        while true {
            guard case .items(let letters) = mailbox.take() else { throw attempt.plan.error(.cancelled) }
            for letter in letters where letter.exchange == exchange {
                switch letter.event {
                case .head(let head):
                    watch.touch()
                    if case .send(let next) = try attempt.receive(head) { return next }
                case .piece(let piece, let taken):
                    // What comes after a cancel isn't written any more.
                    if let reason = mailbox.reason { throw attempt.plan.error(reason) }
                    watch.touch()
                    try piece.forEachPart { part throws(DownloadError) in try attempt.receive(part) }
                    taken()
                case .end(let failure):
                    if let failure { throw attempt.plan.error(failure) }
                    isWhole = true
                    return nil
                }
            }
        }
    }

    /// Puts what a client says into the mailbox.
    private struct Post: TransferReceiver {
        let mailbox: Mailbox<Letter, DownloadError.Reason>
        let exchange: Int

        func didReceive(_ head: ResponseHead) { put(.head(head)) }

        func didReceive(_ piece: BodyPiece, taken: @escaping @Sendable () -> Void) {
            if !put(.piece(piece, taken: taken)) { taken() }
        }

        func didEnd(_ failure: TransferFailure?) { put(.end(failure)) }

        @discardableResult
        private func put(_ event: Event) -> Bool { mailbox.put(Letter(exchange: exchange, event: event)) }
    }
}
