public import AdvancedOperations
internal import ConcurrencyPrimitives
public import DownloadCore
public import DownloadTransfers
internal import Operations

/// An attempt at a download that is synchronous in `main`: it has a thread of its queue until it has ended.
///
/// - Note: `@unchecked` because its superclass is; its own fields are constants, and each is `Sendable`.
public final class SynchronousDownload: AdvancedOperation, DownloadAttemptOperation, @unchecked Sendable {
    public let plan: DownloadPlan
    private let transfer: BlockingTransfer
    private let ended = Promise<DownloadOutcome>()

    /// - Parameters:
    ///   - plan: What is downloaded.
    ///   - client: What brings it.
    public init(_ plan: DownloadPlan, by client: any TransferClient) {
        self.plan = plan
        transfer = BlockingTransfer(plan, by: client)
        super.init()
    }

    public var transferOutcome: DownloadOutcome? { ended.current }

    public override func main() {
        let outcome = transfer.run()
        ended.fulfill(outcome)
        finish(errors: outcome.operationErrors)
    }

    public override func cancel() {
        super.cancel()
        transfer.cancel()
    }
}
