internal import ConcurrencyPrimitives
public import DownloadCore
public import DownloadTransfers
public import Operations

/// An attempt at a download that overrides `start`, returns at once, and announces its end, which callbacks bring about on the
/// thread of a run loop: the classic networking operation.
///
/// It keeps its own states, so it isn't an `AdvancedOperation`: put it into a group that has the conditions and observers, as
/// ``DownloadOperation`` does.
///
/// - Note: `@unchecked` because its superclass is; its own fields are constants, an atomic among them.
public final class RunLoopDownload: Operation, DownloadAttemptOperation, @unchecked Sendable {
    private enum Phase {
        static let pending = 0
        static let executing = 1
        static let finished = 2
    }

    public let plan: DownloadPlan
    private let transfer: RunLoopTransfer
    private let ended = Promise<DownloadOutcome>()
    /// One word, so that nobody sees the operation both executing and finished. Changed by whoever starts it and by the network
    /// thread, one after the other.
    private let phase = Atomic<Int>(Phase.pending)

    /// - Parameters:
    ///   - plan: What is downloaded.
    ///   - client: What brings it.
    ///   - thread: On which the callbacks are made.
    public init(_ plan: DownloadPlan, by client: any TransferClient, on thread: NetworkThread = .shared) {
        self.plan = plan
        transfer = RunLoopTransfer(plan, by: client, on: thread)
        super.init()
    }

    public var transferOutcome: DownloadOutcome? { ended.current }
    public var errors: [any Error] { ended.current?.operationErrors ?? [] }

    public override var isAsynchronous: Bool { true }
    public override var isExecuting: Bool { phase.load() == Phase.executing }
    public override var isFinished: Bool { phase.load() == Phase.finished }

    public override func start() {
        if isCancelled { return announce(Phase.finished) }
        announce(Phase.executing)
        // A cancel that comes before the transfer begins is found by it.
        transfer.start { outcome in
            self.ended.fulfill(outcome)
            self.announce(Phase.finished)
        }
    }

    public override func cancel() {
        super.cancel()
        transfer.cancel()
    }

    private func announce(_ next: Int) {
        let before = phase.load()
        let isExecutingChanged = before == Phase.executing || next == Phase.executing
        if isExecutingChanged { willChangeValue(for: \.isExecuting) }
        if next == Phase.finished { willChangeValue(for: \.isFinished) }
        phase.store(next)
        if isExecutingChanged { didChangeValue(for: \.isExecuting) }
        if next == Phase.finished { didChangeValue(for: \.isFinished) }
    }
}
