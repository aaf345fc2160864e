public import AsyncHTTPClient
private import ConcurrencyPrimitives
public import DownloadCore
private import NIOCore
private import NIOHTTP1

/// A download as an `async` function, by async-http-client: it awaits each piece, and its client reads no further before.
///
/// What an operation with an `async` body needs. Nothing blocks but the writing itself, which is to the system's memory, and
/// the checksum of what is there already: both run on the thread of the cooperative pool that the task is on.
///
/// ``cancel()`` can be called from any thread at any time, ``run()`` once.
public final class AsyncTransfer: Sendable {
    private struct State: Sendable {
        var task: Task<DownloadOutcome, Never>?
        var interruption: DownloadError.Reason?
    }

    private let attempt: DownloadAttempt
    private let client: HTTPClient
    private let state = Mutex(State())

    /// - Parameters:
    ///   - plan: What is downloaded.
    ///   - client: What brings it, configured as ``DownloadClients`` does it.
    public init(_ plan: DownloadPlan, by client: HTTPClient) {
        attempt = DownloadAttempt(plan)
        self.client = client
    }

    /// Downloads the file. If the calling task is cancelled, so is the download.
    public func run() async -> DownloadOutcome {
        // A task of its own, which a timeout can cancel.
        let task = Task { await work() }
        let isLate = state.withLock { state in
            state.task = task
            return state.interruption != nil
        }
        if isLate { task.cancel() }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            cancel()
        }
        state.withLock { $0.task = nil }
        return outcome
    }

    /// Ends the download early. It makes no difference once all of it has come.
    public func cancel() { interrupt(.cancelled) }

    private func interrupt(_ reason: DownloadError.Reason) {
        let task = state.withLock { state -> Task<DownloadOutcome, Never>? in
            guard state.interruption == nil else { return nil }
            state.interruption = reason
            return state.task
        }
        attempt.interrupt()
        task?.cancel()
    }

    private var interruption: DownloadError.Reason? { state.withLock { $0.interruption } }

    private func checkInterruption() throws(DownloadError) {
        if let interruption { throw attempt.plan.error(interruption) }
    }

    private func work() async -> DownloadOutcome {
        let watch = TransferWatch(attempt.plan) { self.interrupt(.timedOut($0)) }
        watch.begin()
        defer { watch.end() }
        do throws(DownloadError) {
            try checkInterruption()
            var request = try attempt.begin()
            while let next = try await send(request, watch) { request = next }
            watch.end()
            return .success(try attempt.finish())
        } catch {
            return .failure(attempt.fail(interruption ?? error.reason))
        }
    }

    /// Sends a request and takes what comes. Returns what is to be sent instead; nil if all has come.
    private func send(
        _ request: TransferRequest, _ watch: TransferWatch
    ) async throws(DownloadError) -> TransferRequest? {
        let response: HTTPClientResponse
        do {
            response = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
        } catch {
            throw attempt.plan.error(TransferFailure(asyncHTTP: error))
        }
        watch.touch()
        let head = ResponseHead(
            status: Int(response.status.code), fields: response.headers.map { ($0.name, $0.value) })
        if case .send(let next) = try attempt.receive(head) { return next }
        var pieces = response.body.makeAsyncIterator()
        while let piece = try await next(&pieces) {
            // What comes after a cancel isn't written any more.
            try checkInterruption()
            watch.touch()
            try BodyPiece.buffer(piece).forEachPart { part throws(DownloadError) in try attempt.receive(part)
            }
        }
        // The sequence of a task that is cancelled may end as if it were whole.
        try checkInterruption()
        return nil
    }

    private func next(
        _ pieces: inout HTTPClientResponse.Body.AsyncIterator
    ) async throws(DownloadError) -> ByteBuffer? {
        do {
            return try await pieces.next()
        } catch {
            throw attempt.plan.error(TransferFailure(asyncHTTP: error))
        }
    }
}

extension HTTPClientRequest {
    fileprivate init(_ request: TransferRequest) {
        self.init(url: request.url)
        for field in request.fields { headers.add(name: field.name, value: field.value) }
    }
}
