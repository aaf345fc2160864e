internal import ConcurrencyPrimitives
private import Crypto

/// One attempt at a download: all of it but for the bytes' way to here and the operation around it. It knows no client, no
/// thread and no queue.
///
/// Whoever drives it calls ``begin()``, sends the request, hands on the head and the body, and calls ``finish()``; if something
/// goes wrong it calls ``fail(_:)``, and nothing after that. It makes these calls one after the other, on
/// whatever threads. Nothing is written to the disk outside of them. So a download has ended for good when its driver makes no
/// more of them.
///
/// ``interrupt()`` can be called from any thread at any time.
public final class DownloadAttempt: Sendable {
    /// What is to be done after the head.
    public enum Verdict: Hashable, Sendable {
        /// The body is to be handed on.
        case receiveBody
        /// The body is of no use; this is to be asked instead.
        case send(TransferRequest)
    }

    /// What it belongs to.
    public let plan: DownloadPlan
    private let state = Mutex(AttemptState())
    private let isInterrupted = Atomic<Int>(0)

    /// - Parameter plan: What is downloaded, where to, and how.
    public init(_ plan: DownloadPlan) { self.plan = plan }

    /// What takes long ends early from now on, and throws.
    public func interrupt() { isInterrupted.store(1) }

    // MARK: What the driver calls

    /// Opens the partial file, and says what to ask the server for.
    ///
    /// - Throws: ``DownloadError`` if the disk refuses.
    public func begin() throws(DownloadError) -> TransferRequest {
        let request = try withState { state throws(DiskError) in
            try state.begin(plan)
            return state.request(plan)
        }
        show(.connecting)
        return request
    }

    /// Decides what to do with the response.
    ///
    /// - Throws: ``DownloadError`` if it is none that can be used, or the disk refuses.
    /// - Complexity: O(bytes that are there already) if their SHA-256 is asked for.
    public func receive(_ head: ResponseHead) throws(DownloadError) -> Verdict {
        let hash = plan.request.sha256.map { _ in SHA256() }
        switch BodyPlan(head, asked: state.withLock { $0.resumePoint }) {
        case .append(let total):
            try withState { state throws(DiskError) in
                try state.expect(head, total: total, hash: try hash.map(hashing(state.partial)))
            }
        case .replace(let total):
            try withState { state throws(DiskError) in
                try state.startAnew()
                try state.expect(head, total: total, hash: hash)
            }
        case .askAgain:
            try withState { state throws(DiskError) in try state.startAnew() }
            return .send(state.withLock { $0.request(plan) })
        case .follow(let location):
            do {
                try state.withLock { state throws(DownloadError.Reason) in try state.follow(location) }
            } catch {
                throw plan.error(error)
            }
            return .send(state.withLock { $0.request(plan) })
        case .refuse(let reason): throw plan.error(reason)
        }
        if isInterrupted.load() != 0 { throw plan.error(.cancelled) }
        show(.receiving)
        return .receiveBody
    }

    /// Writes a piece of the body.
    ///
    /// - Throws: ``DownloadError`` if the disk refuses.
    public func receive(_ bytes: UnsafeRawBufferPointer) throws(DownloadError) {
        let length = try withState { state throws(DiskError) in
            try state.append(bytes, killSafeSize: plan.settings.killSafeSize)
        }
        plan.meter.update { $0.received = length }
    }

    /// Checks the file and gives it its name.
    ///
    /// - Throws: ``DownloadError`` if bytes are missing or wrong, or the disk refuses.
    public func finish() throws(DownloadError) -> DownloadedFile {
        show(.checking)
        if let reason = state.withLock({ $0.problem(expected: plan.request.sha256) }) {
            throw plan.error(reason)
        }
        let file = try withState { state throws(DiskError) in try state.finish(plan) }
        guard let file else { preconditionFailure("an attempt was finished that had not begun") }
        plan.meter.update { ($0.phase, $0.total) = (.finished, file.length) }
        return file
    }

    /// Closes the partial file. What there is to go on with is kept, and what lets it be resumed written down.
    ///
    /// - Returns: The error to end with, which names the partial file.
    public func fail(_ reason: DownloadError.Reason) -> DownloadError {
        let note = state.withLock { $0.fail(reason, plan) }
        plan.meter.update { $0.phase = .failed }
        return plan.error(reason, partial: note)
    }

    // MARK: Parts

    private func withState<Value>(
        _ body: (inout AttemptState) throws(DiskError) -> Value
    ) throws(DownloadError) -> Value {
        do {
            return try state.withLock { state throws(DiskError) in try body(&state) }
        } catch {
            throw plan.error(.disk(error))
        }
    }

    private func show(_ phase: DownloadProgress.Phase) {
        let (received, total) = state.withLock { ($0.partial?.length ?? 0, $0.total) }
        plan.meter.update { $0 = DownloadProgress(phase: phase, received: received, total: total) }
    }

    /// Adds what is there to a hash.
    private func hashing(_ partial: PartialFile?) -> (SHA256) throws(DiskError) -> SHA256 {
        { hash throws(DiskError) in
            var hash = hash
            try partial?.read { piece in
                hash.update(bufferPointer: piece)
                return self.isInterrupted.load() == 0
            }
            return hash
        }
    }
}
