/// A concurrency bug that a public Swift project had, as a kernel that has it, and the same kernel without it.
public struct Bug: Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Family: String, Sendable, CaseIterable {
        case resumedTwice = "continuation resumed twice"
        case neverResumed = "continuation never resumed"
        case cancellation = "cancellation against registration"
        case callbackUnderLock = "callback under a lock"
        case lockReleased = "lock released between check and act"
        case reentrancy = "re-entrant actor"
        case shutdown = "waiter lost at shutdown"
        case endOfStream = "end of a stream with several consumers"
        case lazyInitialisation = "lazy initialisation"
        case overAdmission = "over-admission past a limit"
        case spuriousWakeup = "spurious wakeup"
        case dataRace = "unsynchronised state"
    }

    /// Fails the schedule unless the condition holds.
    public typealias Expectation = @Sendable (_ condition: Bool, _ message: String) -> Void

    /// The name of the kernel: the project, and what it is.
    public let name: String
    /// The repository, as `owner/name`.
    public let project: String
    /// The address of the issue or pull request.
    public let citation: String
    public let family: Family
    /// Creates everything anew, and meets the bug in some schedules, unless the kernel is the fixed one.
    public let scenario: @Sendable (_ isFixed: Bool, _ expect: Expectation) async throws -> Void

    public var description: String { name }

    /// All of them, by name.
    public static let all: [Bug] = [
        alamofireActiveRequests, alamofireRequestState, asyncAlgorithmsChannelCancel,
        asyncAlgorithmsChannelFinish, asyncAlgorithmsResumeUnderLock, asyncKitConnectionCount,
        containerSandboxStop, containerizationSocketClose, distributedActorsShutdown,
        firebaseTokenRefresh, grdbCancelUnrelated, grdbObservationDeadlock, kingfisherDownloadTask,
        kingfisherStartedFlag, meshtasticConfigReply, nioAsyncWriterYield, nioAtomicBox, nioFutureAnd,
        nsObjectRxDisposeBag, reactiveSwiftInterrupt, repoPromptMutexHandoff, resolverLazyInjected,
        revenueCatRateLimiter, rxSwiftConnectionDispose, rxSwiftSingleValue, serviceLifecycleShutdown,
        sourceKitTaskScheduler, swiftAsyncStreamFinish, swiftPMLazyToolchain, thenPromise,
        uberCountDownLatch, voxSwallowedSend,
    ]
}
