#if DROP_IN
import FoundationCompatibility
import FoundationNetworkingCompatibility
#elseif ALIASED
import Foundation
import FoundationNetworkingCompatibility
#else
import Foundation
import FoundationNetworking
#endif

/// Fetches a page.
final class SessionOperation: AsyncOperation, @unchecked Sendable {
    private let session: URLSession
    private let url: URL
    @Guarded private var task: URLSessionDataTask?
    @Guarded private(set) var text: String?

    init(_ session: URLSession, _ url: URL) {
        self.session = session
        self.url = url
        super.init()
        name = url.path
    }

    override func execute() {
        let task = session.dataTask(with: url) { [self] data, _, error in
            if error == nil { text = data.map { String(decoding: $0, as: UTF8.self) } }
            finish()
        }
        self.task = task
        task.resume()
        // Who has cancelled meanwhile has found no task.
        if isCancelled { task.cancel() }
    }

    override func cancel() {
        super.cancel()
        task?.cancel()
    }
}

/// Notes what a session tells it, and whether that is on its queue.
final class NotingDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let isComplete = Latch(), isInvalid = Latch()
    private let queue: OperationQueue
    private let log = Log<String>()

    init(_ queue: OperationQueue) { self.queue = queue }

    var notes: [String] { log.entries }

    private func note(_ text: String) { log.append("\(text) \(OperationQueue.current == queue)") }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        note("response")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        note("data")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        note("complete")
        isComplete.open()
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        note("invalid")
        isInvalid.open()
    }
}
