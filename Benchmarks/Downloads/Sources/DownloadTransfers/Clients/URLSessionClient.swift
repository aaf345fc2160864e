private import ConcurrencyPrimitives
public import DownloadCore
private import Foundation
private import FoundationNetworking

/// Sends requests by Foundation's `URLSession`.
///
/// On this platform it says when a response's head has come and not when a connection stands, and reads on however slowly
/// the pieces are taken: what has been received and not yet written is in memory.
///
/// Thread-safe: the session is, and the transfers are under a lock.
public final class URLSessionClient: TransferClient {
    private let session: URLSession
    private let relay = Relay()

    /// - Parameter connectionsPerHost: The most connections to a host.
    public init(connectionsPerHost: Int = 64) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        // The download's own clock decides.
        configuration.timeoutIntervalForRequest = 1_000_000
        configuration.timeoutIntervalForResource = 1_000_000
        // One at a time, as a queue that the session makes itself would be.
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.name = "URLSessionClient"
        session = URLSession(configuration: configuration, delegate: relay, delegateQueue: queue)
    }

    /// Ends the session once its transfers have ended. Nothing must be sent afterwards.
    public func shutDown() { session.finishTasksAndInvalidate() }

    /// How many transfers are under way.
    public var transferCount: Int { relay.count }

    public func send(_ request: TransferRequest, to receiver: any TransferReceiver) -> any Transfer {
        guard let url = URL(string: request.url) else {
            receiver.didEnd(.invalid("'\(request.url)' is no URL"))
            return NoTransfer()
        }
        var urlRequest = URLRequest(url: url)
        for field in request.fields { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
        let task = session.dataTask(with: urlRequest)
        relay.add(receiver, for: task)
        task.resume()
        return TaskTransfer(task: task, relay: relay)
    }

    private struct NoTransfer: Transfer {
        func cancel() {}
    }

    private struct TaskTransfer: Transfer {
        let task: URLSessionDataTask
        let relay: Relay
        func cancel() { if relay.mayCancel(task) { task.cancel() } }
    }

    /// The session's delegate, which it calls on its queue.
    ///
    /// On this platform Foundation stops the process if it gets the answer to a redirect for a task that was cancelled
    /// meanwhile. So a lock decides which of the two comes about: a task that was cancelled gets no answer, and one that has got
    /// it, and ends by itself then, isn't cancelled.
    private final class Relay: NSObject, URLSessionDataDelegate {
        private struct Entry: Sendable {
            let receiver: any TransferReceiver
            var isCancelled = false
            var isRedirected = false
        }

        private let entries = Mutex<[Int: Entry]>([:])

        var count: Int { entries.withLock { $0.count } }

        func add(_ receiver: any TransferReceiver, for task: URLSessionTask) {
            entries.withLock { $0[task.taskIdentifier] = Entry(receiver: receiver) }
        }

        /// Whether the task is to be cancelled by the caller.
        func mayCancel(_ task: URLSessionTask) -> Bool {
            entries.withLock { entries in
                guard let entry = entries[task.taskIdentifier], !entry.isCancelled, !entry.isRedirected else {
                    return false
                }
                entries[task.taskIdentifier]?.isCancelled = true
                return true
            }
        }

        private func receiver(of task: URLSessionTask) -> (any TransferReceiver)? {
            entries.withLock { $0[task.taskIdentifier]?.receiver }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            let receiver = entries.withLock { entries -> (any TransferReceiver)? in
                guard let entry = entries[task.taskIdentifier], !entry.isCancelled else { return nil }
                entries[task.taskIdentifier]?.isRedirected = true
                return entry.receiver
            }
            guard let receiver else { return }
            completionHandler(nil)
            // The redirect itself is the answer. Its head isn't reported in any other way.
            receiver.didReceive(ResponseHead(response))
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse {
                receiver(of: dataTask)?.didReceive(ResponseHead(response))
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            receiver(of: dataTask)?.didReceive(.data(data)) {}
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            let entry = entries.withLock { $0.removeValue(forKey: task.taskIdentifier) }
            entry?.receiver.didEnd(error.map { TransferFailure(urlSession: $0) })
        }
    }
}

extension ResponseHead {
    fileprivate init(_ response: HTTPURLResponse) {
        self.init(
            status: response.statusCode,
            fields: response.allHeaderFields.compactMap { name, value in
                guard let name = name as? String, let value = value as? String else { return nil }
                return (name, value)
            })
    }
}
