public import AsyncHTTPClient
public import DownloadCore
private import NIOCore
private import NIOHTTP1

/// Sends requests by async-http-client, with its delegate: it reads a piece when the one before has been taken.
///
/// Thread-safe, as the client is.
public struct AsyncHTTPSender: TransferClient {
    private let client: HTTPClient

    /// - Parameter client: Configured as ``DownloadClients`` does it.
    public init(_ client: HTTPClient) { self.client = client }

    public func send(_ request: TransferRequest, to receiver: any TransferReceiver) -> any Transfer {
        do {
            var headers = HTTPHeaders()
            for field in request.fields { headers.add(name: field.name, value: field.value) }
            let asked = try HTTPClient.Request(url: request.url, method: .GET, headers: headers)
            return TaskTransfer(task: client.execute(request: asked, delegate: Relay(receiver)))
        } catch {
            receiver.didEnd(TransferFailure(asyncHTTP: error))
            return NoTransfer()
        }
    }

    private struct NoTransfer: Transfer {
        func cancel() {}
    }

    private struct TaskTransfer: Transfer {
        let task: HTTPClient.Task<Void>
        func cancel() { task.cancel() }
    }

    /// Lets the client read on, at the latest when nobody can do so any more: a piece may be dropped.
    private final class Receipt: Sendable {
        let promise: EventLoopPromise<Void>

        init(_ promise: EventLoopPromise<Void>) { self.promise = promise }

        deinit { sign() }

        /// A promise takes the first of several.
        func sign() { promise.succeed() }
    }

    /// Called on the event loop of its transfer.
    private final class Relay: HTTPClientResponseDelegate {
        typealias Response = Void

        private let receiver: any TransferReceiver

        init(_ receiver: any TransferReceiver) { self.receiver = receiver }

        func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
            receiver.didReceive(
                ResponseHead(status: Int(head.status.code), fields: head.headers.map { ($0.name, $0.value) }))
            return task.eventLoop.makeSucceededVoidFuture()
        }

        func didReceiveBodyPart(
            task: HTTPClient.Task<Void>, _ buffer: ByteBuffer
        ) -> EventLoopFuture<Void> {
            let receipt = Receipt(task.eventLoop.makePromise())
            receiver.didReceive(.buffer(buffer)) { receipt.sign() }
            return receipt.promise.futureResult
        }

        func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
            receiver.didEnd(TransferFailure(asyncHTTP: error))
        }

        func didFinishRequest(task: HTTPClient.Task<Void>) { receiver.didEnd(nil) }
    }
}
