internal import AsyncHTTPClient
internal import ConcurrencyPrimitives
public import DownloadCore
public import DownloadOperations
public import DownloadTransfers
public import Foundation
private import QueueAdapters

/// Called once with what an attempt came to, before it finishes. Not called for one that was cancelled before it began.
public typealias AttemptEnd = @Sendable (DownloadOutcome) -> Void

extension DownloadDesign {
    /// An operation of Foundation's that makes one attempt.
    ///
    /// - Parameters:
    ///   - plan: What is downloaded.
    ///   - clients: What brings it.
    ///   - didEnd: Told what it came to.
    public func makeFoundationAttempt(
        _ plan: DownloadPlan, by clients: DownloadClients, didEnd: @escaping AttemptEnd
    ) -> Operation {
        switch self {
        case .main: FoundationSynchronousDownload(plan, clients.urlSession, didEnd)
        case .mainAsyncHTTPClient:
            FoundationSynchronousDownload(plan, AsyncHTTPSender(clients.asyncHTTP), didEnd)
        case .start: FoundationRunLoopDownload(plan, clients.urlSession, didEnd)
        case .async: FoundationAsynchronousDownload(plan, clients.asyncHTTP, didEnd)
        }
    }
}

/// Synchronous in `main`.
///
/// `@unchecked Sendable` as Foundation's is; its fields are constants.
private final class FoundationSynchronousDownload: Operation, @unchecked Sendable {
    private let transfer: BlockingTransfer
    private let didEnd: AttemptEnd

    init(_ plan: DownloadPlan, _ client: any TransferClient, _ didEnd: @escaping AttemptEnd) {
        transfer = BlockingTransfer(plan, by: client)
        self.didEnd = didEnd
        super.init()
    }

    override func main() { didEnd(transfer.run()) }

    override func cancel() {
        super.cancel()
        transfer.cancel()
    }
}

/// With an overridden `start`.
///
/// `@unchecked Sendable` as Foundation's is; its fields are constants.
private final class FoundationRunLoopDownload: FoundationConcurrentOperation, @unchecked Sendable {
    private let transfer: RunLoopTransfer
    private let didEnd: AttemptEnd

    init(_ plan: DownloadPlan, _ client: any TransferClient, _ didEnd: @escaping AttemptEnd) {
        transfer = RunLoopTransfer(plan, by: client)
        self.didEnd = didEnd
        super.init()
    }

    override func start() {
        guard !isCancelled else { return announceFinished() }
        announceExecuting()
        transfer.start { outcome in
            self.didEnd(outcome)
            self.announceFinished()
        }
    }

    override func cancel() {
        super.cancel()
        transfer.cancel()
    }
}

/// With an `async` body.
///
/// `@unchecked Sendable` as Foundation's is; its fields are constants.
private final class FoundationAsynchronousDownload: FoundationConcurrentOperation, @unchecked Sendable {
    private let transfer: AsyncTransfer
    private let didEnd: AttemptEnd

    init(_ plan: DownloadPlan, _ client: HTTPClient, _ didEnd: @escaping AttemptEnd) {
        transfer = AsyncTransfer(plan, by: client)
        self.didEnd = didEnd
        super.init()
    }

    override func start() {
        guard !isCancelled else { return announceFinished() }
        announceExecuting()
        startTask {
            self.didEnd(await self.transfer.run())
            self.announceFinished()
        }
    }

    override func cancel() {
        super.cancel()
        transfer.cancel()
    }
}
