internal import AdvancedOperations
private import ConcurrencyPrimitives
internal import DownloadCore
internal import DownloadOperations
internal import DownloadTransfers
internal import FoundationDownloads
private import OperationQueues
private import Operations

internal import class Foundation.BlockOperation
internal import class Foundation.Operation
internal import class Foundation.OperationQueue

/// A queue that downloads, whatever its kind.
protocol FetchQueue: Sendable {
    /// Adds a download, and returns what can be done with it.
    func add(_ plan: DownloadPlan, _ options: FetchOptions) -> any FetchedItem

    /// Returns when all that was added has ended.
    func waitUntilAllHaveEnded() async
}

/// A download that was added to a queue.
protocol FetchedItem: AnyObject, Sendable {
    var plan: DownloadPlan { get }
    /// Nil until it has ended.
    var outcome: DownloadOutcome? { get }
    var attemptCount: Int { get }
    func cancel()
}

extension DownloadOperation: FetchedItem {}
extension FoundationDownload: FetchedItem {}

/// How downloads are made.
struct FetchOptions: Sendable {
    var design = DownloadDesign.async
    var retries = DownloadOperation.standardRetries
    var clients = DownloadClients.shared
    /// For each host; nil for as many as there are slots.
    var hostLimit: HostLimit?
    /// Called once with what came of it, when it has ended.
    var didEnd: @Sendable (any FetchedItem) -> Void = { _ in }
}

extension QueueName {
    func makeQueue(limit: Int) -> any FetchQueue {
        switch self {
        case .lock: OwnFetchQueue(LockedOperationQueue(), .locked, limit: limit)
        case .actor: OwnFetchQueue(ActorOperationQueue(), .actor, limit: limit)
        case .foundation: FoundationFetchQueue(limit: limit)
        }
    }
}

/// One of this project's queues: hosts are limited by exclusive categories.
private struct OwnFetchQueue: FetchQueue {
    private let queue: any OperationQueueProtocol<Operations.Operation>
    private let kind: GroupOperation.QueueKind

    init(
        _ queue: any OperationQueueProtocol<Operations.Operation>, _ kind: GroupOperation.QueueKind,
        limit: Int
    ) {
        queue.setMaxConcurrentOperationCount(limit)
        self.queue = queue
        self.kind = kind
    }

    func add(_ plan: DownloadPlan, _ options: FetchOptions) -> any FetchedItem {
        let download = DownloadOperation(
            plan, design: options.design, retries: options.retries, by: options.clients, on: kind)
        if let limit = options.hostLimit { download.addCondition(limit.condition(for: plan.request)) }
        download.addObserver(
            BlockObserver(finishHandler: { operation, _ in
                if let download = operation as? DownloadOperation { options.didEnd(download) }
            }))
        queue.addOperation(download)
        return download
    }

    func waitUntilAllHaveEnded() async { await queue.waitUntilAllOperationsAreFinished() }
}

/// Foundation's queue, which knows no categories: of the downloads in a lane each depends on the one before, as in the sample
/// of the talk.
private final class FoundationFetchQueue: FetchQueue {
    private let queue = Foundation.OperationQueue()
    private let lanes = Mutex<[String: Foundation.Operation]>([:])

    init(limit: Int) { queue.maxConcurrentOperationCount = limit }

    func add(_ plan: DownloadPlan, _ options: FetchOptions) -> any FetchedItem {
        let download = FoundationDownload(
            plan, design: options.design, retries: options.retries, by: options.clients)
        if let limit = options.hostLimit {
            let lane = limit.lane(for: plan.request)
            let before = lanes.withLock { lanes in
                defer { lanes[lane] = download }
                return lanes[lane]
            }
            if let before { download.addDependency(before) }
        }
        // What ends takes no slot of its own to say so.
        let end = Foundation.BlockOperation { options.didEnd(download) }
        end.addDependency(download)
        queue.addOperation(download)
        ends.addOperation(end)
        return download
    }

    private let ends = Foundation.OperationQueue()

    func waitUntilAllHaveEnded() async {
        let ended = Latch()
        WorkerThread.start {
            self.queue.waitUntilAllOperationsAreFinished()
            self.ends.waitUntilAllOperationsAreFinished()
            ended.open()
        }
        await ended.wait()
    }
}
