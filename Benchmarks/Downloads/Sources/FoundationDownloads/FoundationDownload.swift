public import AdvancedOperations
internal import ConcurrencyPrimitives
public import DownloadCore
public import DownloadOperations
public import DownloadTransfers
internal import Foundation
public import QueueAdapters

/// A download as an operation of Foundation's: attempts, until one succeeds or it makes no sense to go on.
///
/// What `DownloadOperation` has from being a group, this class does itself: Foundation has no groups, retries, conditions or
/// exclusive categories. While it pauses between two attempts it keeps its slot, and blocks no thread.
///
/// Thread-safe. `@unchecked Sendable` as Foundation's operation is; its fields are constants, a mutex among them.
public final class FoundationDownload: FoundationConcurrentOperation, @unchecked Sendable {
    private struct State: Sendable {
        /// Who changes it to something else than `running` decides what follows.
        enum Phase: Sendable {
            case running
            /// The call may be missing still, or have been made already.
            case pausing(ScheduledCall?)
            case ended
        }

        var phase = Phase.running
        var attempt: Operation?
        var count = 0
        var total: ScheduledCall?
        var hasTimedOut = false
        /// Of the last attempt that has ended.
        var last: DownloadOutcome?
    }

    /// What is downloaded, where to, and how.
    public let plan: DownloadPlan
    private let design: DownloadDesign
    private let retries: RetryPolicy
    private let clients: DownloadClients
    /// What the attempts run in.
    private let inner = OperationQueue()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - plan: What is downloaded, where to, and how.
    ///   - design: How the attempts are made.
    ///   - retries: How often it tries, and with which pauses.
    ///   - clients: What brings the bytes.
    public init(
        _ plan: DownloadPlan, design: DownloadDesign = .async,
        retries: RetryPolicy = DownloadOperation.standardRetries, by clients: DownloadClients = .shared
    ) {
        self.plan = plan
        self.design = design
        self.retries = retries
        self.clients = clients
        super.init()
        name = plan.request.text
    }

    /// How many attempts were begun.
    public var attemptCount: Int { state.withLock { $0.count } }

    /// What came of it; nil until it has finished.
    public var outcome: DownloadOutcome? {
        guard isFinished else { return nil }
        let (last, hasTimedOut) = state.withLock { ($0.last, $0.hasTimedOut) }
        if case .success(let file) = last { return .success(file) }
        let partial = if case .failure(let error) = last { error.partial } else { nil as PartialFileNote? }
        if hasTimedOut { return .failure(plan.error(.timedOut(.total), partial: partial)) }
        if isCancelled { return .failure(plan.error(.cancelled, partial: partial)) }
        return last
    }

    public override func start() {
        guard !isCancelled else { return announceFinished() }
        announceExecuting()
        if let total = plan.settings.timeouts.total {
            let call = plan.clock.schedule(after: total) { self.timeOut() }
            state.withLock { $0.total = call }
        }
        makeAttempt()
    }

    private func makeAttempt() {
        var attemptPlan = plan
        attemptPlan.settings.timeouts.total = nil
        let attempt = design.makeFoundationAttempt(attemptPlan, by: clients) { [weak self] outcome in
            self?.state.withLock { $0.last = outcome }
        }
        // An operation of its own, since Foundation keeps a completion block, and with it what that refers to.
        let follow = BlockOperation { self.attemptDidEnd() }
        follow.addDependency(attempt)
        state.withLock { state in
            state.count += 1
            state.attempt = attempt
        }
        inner.addOperation(attempt)
        inner.addOperation(follow)
        // A cancel that came before has found no attempt.
        if isBrokenOff { attempt.cancel() }
    }

    private var isBrokenOff: Bool { isCancelled || state.withLock { $0.hasTimedOut } }

    private func attemptDidEnd() {
        let (last, count) = state.withLock { state in
            state.attempt = nil
            return (state.last, state.count)
        }
        guard case .failure(let error) = last, !isBrokenOff, retries.allowsRetry(afterAttempt: count, [error])
        else {
            state.withLock { $0.phase = .ended }
            return end()
        }
        var random = SystemRandomNumberGenerator()
        let pause = retries.backoff.pause(afterAttempt: count, using: &random)
        state.withLock { $0.phase = .pausing(nil) }
        let call = plan.clock.schedule(after: pause) { self.endPause(isOver: true) }
        let isLate = state.withLock { state in
            guard case .pausing(nil) = state.phase, state.count == count else { return true }
            state.phase = .pausing(call)
            return false
        }
        if isLate { call.cancel() }
        // A cancel that came before has found no call to withdraw.
        if isBrokenOff { endPause(isOver: false) }
    }

    /// - Parameter isOver: Whether its time is; otherwise it is broken off, and so is the download.
    private func endPause(isOver: Bool) {
        let pause = state.withLock { state -> State.Phase? in
            guard case .pausing(let call) = state.phase else { return nil }
            // Who has just scheduled the call keeps it, and then looks for this: nothing is scheduled after the end.
            if call == nil, !isOver { return nil }
            defer { state.phase = isOver ? .running : .ended }
            return state.phase
        }
        guard case .pausing(let call) = pause else { return }
        if isOver { return makeAttempt() }
        call?.cancel()
        end()
    }

    private func timeOut() {
        state.withLock { $0.hasTimedOut = true }
        breakOff()
    }

    public override func cancel() {
        super.cancel()
        breakOff()
    }

    private func breakOff() {
        state.withLock { $0.attempt }?.cancel()
        endPause(isOver: false)
    }

    private func end() {
        state.withLock { $0.total.take() }?.cancel()
        announceFinished()
    }
}
