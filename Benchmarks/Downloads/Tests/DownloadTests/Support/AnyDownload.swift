import AdvancedOperations
import ConcurrencyPrimitives
import DownloadCore
import DownloadOperations
import DownloadTransfers
import FoundationDownloads
import OperationQueues
import Operations

import class Foundation.OperationQueue

/// A download of some variant, with a queue of its own.
final class AnyDownload: Sendable {
    private enum Kind: Sendable {
        case ours(DownloadOperation, any OperationQueueProtocol<Operations.Operation>)
        case foundation(FoundationDownload, Foundation.OperationQueue)
    }

    private let kind: Kind

    init(
        _ variant: Variant, _ plan: DownloadPlan, attempts: Int = 1, pause: Duration = Site.pause,
        by clients: DownloadClients = Site.clients
    ) {
        let retries = RetryPolicy(
            maximumAttempts: attempts,
            backoff: Backoff(initial: pause, multiplier: 1, maximum: pause, jitter: 0),
            isRetryable: DownloadError.isRetryable)
        switch variant.queue {
        case .lock, .actor:
            let isLocked = variant.queue == .lock
            let download = DownloadOperation(
                plan, design: variant.design, retries: retries, by: clients, on: isLocked ? .locked : .actor)
            kind = .ours(download, isLocked ? LockedOperationQueue() : ActorOperationQueue())
        case .foundation:
            let download = FoundationDownload(plan, design: variant.design, retries: retries, by: clients)
            kind = .foundation(download, Foundation.OperationQueue())
        }
    }

    /// Nil on Foundation's queue.
    var operation: DownloadOperation? {
        if case .ours(let download, _) = kind { download } else { nil }
    }

    func add() {
        switch kind {
        case .ours(let download, let queue): queue.addOperation(download)
        case .foundation(let download, let queue): queue.addOperation(download)
        }
    }

    func suspend(_ isSuspended: Bool) {
        switch kind {
        case .ours(_, let queue): queue.setSuspended(isSuspended)
        case .foundation(_, let queue): queue.isSuspended = isSuspended
        }
    }

    func cancel() {
        switch kind {
        case .ours(let download, _): download.cancel()
        case .foundation(let download, _): download.cancel()
        }
    }

    var hasEnded: Bool {
        switch kind {
        case .ours(let download, _): download.outcome != nil
        case .foundation(let download, _): download.outcome != nil
        }
    }

    var attemptCount: Int {
        switch kind {
        case .ours(let download, _): download.attemptCount
        case .foundation(let download, _): download.attemptCount
        }
    }

    /// What came of it, once it has ended.
    func ended() async -> DownloadOutcome {
        switch kind {
        case .ours(let download, let queue):
            await download.waitUntilFinished()
            // Then the observers have been told, too, and its timers are gone.
            await queue.waitUntilAllOperationsAreFinished()
            return download.outcome!
        case .foundation(let download, _):
            let ended = Latch()
            WorkerThread.start {
                download.waitUntilFinished()
                ended.open()
            }
            await ended.wait()
            return download.outcome!
        }
    }

    /// Adds it and waits for its end.
    func run() async -> DownloadOutcome {
        add()
        return await ended()
    }
}
