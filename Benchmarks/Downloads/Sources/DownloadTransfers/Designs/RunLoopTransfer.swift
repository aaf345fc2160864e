private import ConcurrencyPrimitives
public import DownloadCore

/// A download by callbacks, all of which are made on the thread of ``NetworkThread``: no thread waits for it.
///
/// What an operation needs that overrides `start` and announces its end. One thread writes the files of all downloads, so a
/// slow disk, or a checksum of what is there already, holds up the others, too.
///
/// ``start(_:)`` is called once, ``cancel()`` at any time, both from any thread.
public final class RunLoopTransfer: Sendable {
    /// Changed on the network thread alone. A mutex all the same, since nothing else says so to the compiler.
    private struct State: Sendable {
        var completion: (@Sendable (DownloadOutcome) -> Void)?
        /// Of the request that is under way.
        var transfer: (any Transfer)?
        /// Counts the requests: what comes of an earlier one is ignored.
        var exchange = 0
        var watch: TransferWatch?
        var hasEnded = false
    }

    private let attempt: DownloadAttempt
    private let client: any TransferClient
    private let thread: NetworkThread
    private let state = Mutex(State())
    /// Set on any thread, and looked at before a piece is written: the thread may have others in its queue.
    private let interruption = Mutex<DownloadError.Reason?>(nil)

    /// - Parameters:
    ///   - plan: What is downloaded.
    ///   - client: What brings it.
    ///   - thread: On which everything happens.
    public init(_ plan: DownloadPlan, by client: any TransferClient, on thread: NetworkThread = .shared) {
        attempt = DownloadAttempt(plan)
        self.client = client
        self.thread = thread
    }

    /// Begins the download.
    ///
    /// - Parameter completion: Called once on the network thread when it has ended. It must not block.
    public func start(_ completion: @escaping @Sendable (DownloadOutcome) -> Void) {
        thread.perform {
            self.state.withLock { $0.completion = completion }
            self.begin()
        }
    }

    /// Ends the download early. It makes no difference once all of it has come.
    public func cancel() { interrupt(.cancelled) }

    private func interrupt(_ reason: DownloadError.Reason) {
        let isFirst = interruption.withLock { interruption in
            defer { interruption = interruption ?? reason }
            return interruption == nil
        }
        guard isFirst else { return }
        attempt.interrupt()
        thread.perform { if self.state.withLock({ $0.completion != nil }) { self.fail(reason) } }
    }

    // MARK: On the network thread

    private func begin() {
        let watch = TransferWatch(attempt.plan) { self.interrupt(.timedOut($0)) }
        state.withLock { $0.watch = watch }
        watch.begin()
        perform { () throws(DownloadError) in
            if let reason = interruption.withLock({ $0 }) { throw attempt.plan.error(reason) }
            send(try attempt.begin())
        }
    }

    private func send(_ request: TransferRequest) {
        let exchange = state.withLock { $0.exchange }
        let transfer = client.send(request, to: Callbacks(transfer: self, exchange: exchange))
        state.withLock { $0.transfer = transfer }
    }

    /// Does a step of the download; what it throws ends it.
    private func perform(_ step: () throws(DownloadError) -> Void) {
        if state.withLock({ $0.hasEnded }) { return }
        do throws(DownloadError) {
            try step()
        } catch {
            fail(interruption.withLock { $0 } ?? error.reason)
        }
    }

    fileprivate func receive(_ head: ResponseHead) throws(DownloadError) {
        state.withLock { $0.watch }?.touch()
        guard case .send(let request) = try attempt.receive(head) else { return }
        let old = state.withLock { state in
            state.exchange += 1
            return state.transfer.take()
        }
        old?.cancel()
        send(request)
    }

    fileprivate func receive(_ piece: BodyPiece) throws(DownloadError) {
        // What comes after a cancel isn't written any more.
        if let reason = interruption.withLock({ $0 }) { throw attempt.plan.error(reason) }
        state.withLock { $0.watch }?.touch()
        try piece.forEachPart { part throws(DownloadError) in try attempt.receive(part) }
    }

    fileprivate func end(_ failure: TransferFailure?) throws(DownloadError) {
        if let failure { throw attempt.plan.error(failure) }
        state.withLock { $0.watch }?.end()
        complete(.success(try attempt.finish()))
    }

    private func fail(_ reason: DownloadError.Reason) {
        if state.withLock({ $0.hasEnded }) { return }
        complete(.failure(attempt.fail(reason)))
    }

    private func complete(_ outcome: DownloadOutcome) {
        let ended = state.withLock { state in
            defer { state = State(exchange: state.exchange, hasEnded: true) }
            return state
        }
        ended.watch?.end()
        if case .failure = outcome { ended.transfer?.cancel() }
        ended.completion?(outcome)
    }

    /// Takes what a client says to the network thread.
    private struct Callbacks: TransferReceiver {
        let transfer: RunLoopTransfer
        let exchange: Int

        func didReceive(_ head: ResponseHead) {
            perform { (transfer) throws(DownloadError) in try transfer.receive(head) }
        }

        func didReceive(_ piece: BodyPiece, taken: @escaping @Sendable () -> Void) {
            perform { (transfer) throws(DownloadError) in
                defer { taken() }
                try transfer.receive(piece)
            }
        }

        func didEnd(_ failure: TransferFailure?) {
            perform { (transfer) throws(DownloadError) in try transfer.end(failure) }
        }

        private func perform(_ step: @escaping @Sendable (RunLoopTransfer) throws(DownloadError) -> Void) {
            transfer.thread.perform { [transfer, exchange] in
                guard transfer.state.withLock({ $0.exchange == exchange }) else { return }
                transfer.perform { () throws(DownloadError) in try step(transfer) }
            }
        }
    }
}
