public import AdvancedOperations
public import AsyncHTTPClient
internal import ConcurrencyPrimitives
public import DownloadCore
internal import DownloadTransfers
internal import Operations

/// An attempt at a download whose work is an `async` function: it executes until that returns, and no thread waits for it.
///
/// - Note: `@unchecked` because its superclass is; its own fields are constants, and each is `Sendable`.
public final class AsynchronousDownload: AdvancedOperation, DownloadAttemptOperation, @unchecked Sendable {
    public let plan: DownloadPlan
    private let transfer: AsyncTransfer
    private let ended = Promise<DownloadOutcome>()

    /// - Parameters:
    ///   - plan: What is downloaded.
    ///   - client: What brings it, configured as `DownloadClients` does it.
    public init(_ plan: DownloadPlan, by client: HTTPClient) {
        self.plan = plan
        transfer = AsyncTransfer(plan, by: client)
        super.init()
    }

    public var transferOutcome: DownloadOutcome? { ended.current }

    public override var isAsynchronous: Bool { true }

    public override func execute() {
        startTask {
            let outcome = await self.transfer.run()
            self.ended.fulfill(outcome)
            self.finish(errors: outcome.operationErrors)
        }
    }

    public override func cancel() {
        super.cancel()
        transfer.cancel()
    }
}
