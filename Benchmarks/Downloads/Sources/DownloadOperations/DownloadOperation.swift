public import AdvancedOperations
internal import ConcurrencyPrimitives
public import DownloadCore
public import DownloadTransfers
internal import Operations

/// A download: attempts, until one succeeds or it makes no sense to go on.
///
/// ```swift
/// let download = try DownloadOperation("https://example.org/a.jpg", into: DownloadFolder("pictures"))
/// download.addCondition(ReachabilityCondition(for: download.plan.request))
/// queue.addOperation(download)
/// await download.waitUntilFinished()
/// print(try download.file.path)
/// ```
///
/// It is a group, in which a `RetryOperation` runs one attempt after the other; so conditions, observers, produced operations
/// and cancelling are a group's. Each attempt goes on where the one before has ended, if the server lets it.
///
/// Cancelling it ends it soon: what is under way is broken off, nothing is written afterwards, and what has come is kept for a
/// later download of the same URL. The error of ``outcome`` names the partial file.
///
/// Thread-safe.
///
/// - Note: `@unchecked` because its superclass is; its own fields are constants, a mutex among them.
public final class DownloadOperation: GroupOperation, @unchecked Sendable {
    /// What is downloaded, where to, and how.
    public let plan: DownloadPlan
    private let attempts: Attempts

    /// Three attempts, with pauses of a tenth of a second and more between them, after what may go better next time.
    public static let standardRetries = RetryPolicy(
        maximumAttempts: 3, isRetryable: DownloadError.isRetryable)

    /// - Parameters:
    ///   - plan: What is downloaded, where to, and how.
    ///   - design: How the attempts are made.
    ///   - retries: How often it tries, and with which pauses.
    ///   - clients: What brings the bytes.
    ///   - kind: The kind of the queue that the attempts run in.
    public init(
        _ plan: DownloadPlan, design: DownloadDesign = .async, retries: RetryPolicy = standardRetries,
        by clients: DownloadClients = .shared, on kind: QueueKind = .locked
    ) {
        self.plan = plan
        // The whole time is this operation's, and not one attempt's.
        var attemptPlan = plan
        attemptPlan.settings.timeouts.total = nil
        let attempts = Attempts()
        self.attempts = attempts
        super.init(on: kind)
        name = plan.request.text
        addOperation(
            RetryOperation(retries, on: kind, clock: plan.clock) { [attemptPlan] _ in
                let attempt = design.makeAttempt(attemptPlan, by: clients)
                attempts.add(attempt)
                return attempt
            })
        if let total = plan.settings.timeouts.total {
            addObserver(TimeoutObserver(after: total, clock: plan.clock))
        }
    }

    /// The same with everything as it is where nothing is said.
    ///
    /// - Parameters:
    ///   - url: Where the file is.
    ///   - folder: Where to.
    ///   - progress: Called after each step, by the thread that receives the bytes.
    /// - Throws: `DownloadError` if the URL can't be downloaded.
    public convenience init(
        _ url: String, into folder: DownloadFolder, progress: ProgressMeter.Handler? = nil
    ) throws(DownloadError) {
        let request = try DownloadRequest(url)
        self.init(DownloadPlan(request, into: folder, meter: ProgressMeter(progress)))
    }

    /// How far it has come. A snapshot.
    public var progress: DownloadProgress { plan.meter.progress }

    /// How many attempts were begun.
    public var attemptCount: Int { attempts.count }

    /// The file.
    ///
    /// - Throws: `DownloadError` if there is none; `ResultUnavailable` while the operation hasn't finished.
    public var file: DownloadedFile {
        get throws {
            guard let outcome else { throw ResultUnavailable.notFinished }
            return try outcome.get()
        }
    }

    /// What came of it; nil until it has finished.
    public var outcome: DownloadOutcome? {
        guard isFinished else { return nil }
        let last = attempts.last?.outcome
        guard isCancelled else {
            // Without an attempt, a condition has failed.
            return last
                ?? .failure(plan.error(.conditionFailed(errors.map { "\($0)" }.joined(separator: "; "))))
        }
        if case .success(let file) = last { return .success(file) }
        return .failure(plan.error(cancelReason, partial: attempts.partial))
    }

    public override func cancel() {
        super.cancel()
        // At once, and not when the queues inside come to it: an actor takes calls as events.
        if isCancelled { attempts.cancel() }
    }

    private var cancelReason: DownloadError.Reason {
        errors.contains { $0 is OperationTimedOut } ? .timedOut(.total) : .cancelled
    }

    /// The attempts that were made.
    private final class Attempts: Sendable {
        private struct State: Sendable {
            var count = 0
            var last: (any DownloadAttemptOperation)?
            /// Of the attempt before the last, which counts if the last was cancelled before it began.
            var earlier: PartialFileNote?
            var areCancelled = false

            var partial: PartialFileNote? {
                guard let ended = last?.transferOutcome else { return earlier }
                return if case .failure(let error) = ended { error.partial } else { nil }
            }
        }

        private let state = Mutex(State())

        var count: Int { state.withLock { $0.count } }
        var last: (any DownloadAttemptOperation)? { state.withLock { $0.last } }
        /// What there is to go on with.
        var partial: PartialFileNote? { state.withLock { $0.partial } }

        func add(_ attempt: any DownloadAttemptOperation) {
            let isCancelled = state.withLock { state in
                state.count += 1
                state.earlier = state.partial
                state.last = attempt
                return state.areCancelled
            }
            if isCancelled { attempt.cancel() }
        }

        func cancel() {
            let last = state.withLock { state in
                state.areCancelled = true
                return state.last
            }
            last?.cancel()
        }
    }
}
