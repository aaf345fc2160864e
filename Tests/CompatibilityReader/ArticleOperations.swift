#if DROP_IN
import FoundationCompatibility
import FoundationNetworkingCompatibility
#else
import Foundation
import FoundationNetworking
#endif

/// An article of a feed.
struct Article: Hashable, Sendable {
    let feed: String
    let title: String
    let words: Int
}

extension Notification.Name {
    static let articleWasRead = Notification.Name("articleWasRead")
    static let feedWasRead = Notification.Name("feedWasRead")
}

/// Fetches the page of an article.
final class FetchOperation: ReaderOperation, @unchecked Sendable {
    enum Failure: Error, Equatable {
        case status(Int), cancelled, other
    }

    private let session: URLSession
    private let url: URL
    private let lock = NSLock()
    private var task: URLSessionDataTask?
    private var outcome: Result<String, Failure>?

    var result: Result<String, Failure> { lock.withLock { outcome ?? .failure(.cancelled) } }

    init(_ url: URL, by session: URLSession) {
        self.url = url
        self.session = session
        super.init()
        name = "fetch \(url.path)"
        queuePriority = url.path.hasSuffix("headline") ? .veryHigh : .normal
    }

    override func main() {
        let task = session.dataTask(with: url) { [self] data, response, error in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            let result: Result<String, Failure> =
                if let data, status == 200 {
                    .success(String(decoding: data, as: UTF8.self))
                } else if (error as? URLError)?.code == .cancelled {
                    .failure(.cancelled)
                } else {
                    .failure(error == nil ? .status(status) : .other)
                }
            lock.withLock { outcome = result }
            finish()
        }
        lock.withLock { self.task = task }
        task.resume()
        if isCancelled { task.cancel() }
    }

    override func cancel() {
        super.cancel()
        lock.withLock { task }?.cancel()
    }
}

/// Makes an article of the page that the operation before it has fetched, and announces it.
final class ReadOperation: Operation, @unchecked Sendable {
    private let feed: String
    private let lock = NSLock()
    private var read: Article?

    var article: Article? { lock.withLock { read } }

    init(_ feed: String, after fetch: FetchOperation) {
        self.feed = feed
        super.init()
        name = fetch.name?.replacingOccurrences(of: "fetch", with: "read")
        addDependency(fetch)
    }

    override func main() {
        guard !isCancelled, let fetch = dependencies.first as? FetchOperation,
            case .success(let page) = fetch.result
        else { return }
        let parts = page.split(separator: "/").map(String.init)
        let article = Article(feed: feed, title: parts.last ?? "untitled", words: parts.count)
        lock.withLock { read = article }
        NotificationCenter.default.post(
            name: .articleWasRead, object: nil, userInfo: ["article": article])
    }
}
