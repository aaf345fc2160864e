import Dispatch

#if DROP_IN
import FoundationCompatibility
import FoundationNetworkingCompatibility
#else
import Foundation
import FoundationNetworking
#endif

/// Reads feeds: fetches their articles on one queue, reads them on another, and shows them on the main queue.
///
/// `@unchecked Sendable`: what changes is touched on the main queue alone.
final class FeedReader: @unchecked Sendable {
    private let fetching = OperationQueue()
    private let reading = OperationQueue()
    private let callbacks = OperationQueue()
    private let session: URLSession
    private let completions = DispatchGroup()
    private var observers: [any NSObjectProtocol] = []
    private var shown: [Article] = []
    private var openFeeds = 0

    /// Called on the main queue.
    var isDone: () -> Void = {}

    init() {
        fetching.name = "fetching"
        fetching.maxConcurrentOperationCount = 2
        fetching.qualityOfService = .userInitiated
        reading.name = "reading"
        reading.qualityOfService = .utility
        callbacks.name = "callbacks"
        callbacks.maxConcurrentOperationCount = 1
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        session = URLSession(configuration: configuration, delegate: nil, delegateQueue: callbacks)
        observe()
    }

    private func observe() {
        let center = NotificationCenter.default
        observers.append(
            center.addObserver(forName: .articleWasRead, object: nil, queue: OperationQueue.main) {
                [weak self] notification in
                guard let article = notification.userInfo?["article"] as? Article else { return }
                self?.shown.append(article)
            })
        observers.append(
            center.addObserver(forName: .feedWasRead, object: nil, queue: .main) { [weak self] notification in
                self?.feedEnded(notification.object as? String ?? "?")
            })
    }

    /// Reads the articles of a feed.
    func read(_ feed: String, _ urls: [URL]) {
        openFeeds += 1
        let last = BlockOperation {
            NotificationCenter.default.post(name: .feedWasRead, object: feed)
        }
        last.name = "end of \(feed)"
        var reads: [Operation] = [], fetches: [Operation] = []
        for url in urls {
            let fetch = FetchOperation(url, by: session)
            let read = ReadOperation(feed, after: fetch)
            completions.enter()
            read.completionBlock = { [completions, weak read] in
                if read?.article == nil { say("nothing was read of \(url.path)") }
                completions.leave()
            }
            last.addDependency(read)
            fetches.append(fetch)
            reads.append(read)
        }
        fetching.addOperations(fetches, waitUntilFinished: false)
        reading.addOperations(reads, waitUntilFinished: false)
        reading.addOperation(last)
    }

    /// Ends what hasn't been fetched.
    func cancel() { fetching.cancelAllOperations() }

    /// Fetches nothing more until it is resumed.
    func hold(_ isHeld: Bool) { fetching.isSuspended = isHeld }

    private func feedEnded(_ feed: String) {
        precondition(Thread.isMainThread && OperationQueue.current == OperationQueue.main)
        let articles = shown.filter { $0.feed == feed }.sorted { $0.title < $1.title }
        say("\(feed): \(articles.map { "\($0.title) (\($0.words))" }.joined(separator: ", "))")
        openFeeds -= 1
        if openFeeds == 0 { isDone() }
    }

    /// Ends the session; then says which queues are empty.
    func close() {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        session.finishTasksAndInvalidate()
        completions.wait()
        for queue in [fetching, reading, callbacks] {
            queue.waitUntilAllOperationsAreFinished()
            say("\(queue.name ?? "unnamed"): \(queue.operationCount) operations left")
        }
    }
}
