import Testing

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

/// Sessions that call back on an operation queue.
struct SessionTests {
    private static func session(
        _ queue: OperationQueue, _ delegate: (any URLSessionDelegate)? = nil
    ) -> URLSession {
        URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: queue)
    }

    /// Fetches from a server, on a thread where it may block.
    private static func onServer<Value: Sendable>(
        _ work: @escaping @Sendable (LoopbackServer) -> Value
    ) async -> Value {
        await onThread {
            let server = LoopbackServer()
            defer { server.close() }
            return work(server)
        }
    }

    @Test func completionHandlerRunsOnTheQueue() async {
        let entries = await Self.onServer { server in
            let queue = OperationQueue(), log = Log<String>(), isDone = Latch()
            queue.name = "delegate"
            Self.session(queue).dataTask(with: server.url("/a")) { data, _, _ in
                log.append(String(decoding: data ?? Data(), as: UTF8.self))
                log.append(OperationQueue.current?.name ?? "none")
                isDone.open()
            }.resume()
            isDone.wait()
            return log.entries
        }
        #expect(entries == ["/a", "delegate"])
    }

    @Test func currentIsTheQueue() async {
        let isCurrent = await Self.onServer { server in
            let queue = OperationQueue(), log = Log<Bool>(), isDone = Latch()
            Self.session(queue).dataTask(with: server.url("/a")) { _, _, _ in
                log.append(OperationQueue.current === queue)
                isDone.open()
            }.resume()
            isDone.wait()
            return log.entries
        }
        #expect(isCurrent == [true])
    }

    @Test func sessionKnowsItsQueue() {
        let queue = OperationQueue(), session = Self.session(queue)
        #expect(session.delegateQueue === queue)
        #expect(session.delegateQueue == queue)
        session.delegateQueue.maxConcurrentOperationCount = 1
        #expect(queue.maxConcurrentOperationCount == 1)
    }

    @Test func sessionKeepsItsQueue() async {
        let names = await Self.onServer { server in
            let log = Log<String>(), isDone = Latch()
            let session = {
                let queue = OperationQueue()
                queue.name = "kept"
                return Self.session(queue)
            }()
            session.dataTask(with: server.url("/a")) { _, _, _ in
                log.append(OperationQueue.current?.name ?? "none")
                isDone.open()
            }.resume()
            isDone.wait()
            return log.entries + [session.delegateQueue.name ?? "none"]
        }
        #expect(names == ["kept", "kept"])
    }

    @Test func sessionOfTheMainQueueCallsBackThere() async {
        let isMain = await Self.onServer { server in
            let log = Log<Bool>(), isDone = Latch()
            let session = Self.session(OperationQueue.main)
            session.dataTask(with: server.url("/a")) { _, _, _ in
                log.append(OperationQueue.current === OperationQueue.main)
                isDone.open()
            }.resume()
            isDone.wait()
            log.append(session.delegateQueue === OperationQueue.main)
            return log.entries
        }
        #expect(isMain == [true, true])
    }

    @Test func mainQueueIsImplied() async {
        let session = URLSession(configuration: .ephemeral, delegate: nil, delegateQueue: .main)
        #expect(session.delegateQueue == OperationQueue.main)
    }

    @Test func sessionWithoutAQueueHasItsOwn() async {
        let entries = await Self.onServer { server in
            let log = Log<String>(), isDone = Latch()
            let session = URLSession(configuration: .ephemeral, delegate: nil, delegateQueue: nil)
            session.dataTask(with: server.url("/own")) { data, _, _ in
                log.append(String(decoding: data ?? Data(), as: UTF8.self))
                isDone.open()
            }.resume()
            isDone.wait()
            log.append("\(session.delegateQueue.maxConcurrentOperationCount)")
            return log.entries
        }
        #expect(entries == ["/own", "1"])
    }

    @Test func delegateIsCalledOnTheQueue() async {
        let entries = await Self.onServer { server in
            let queue = OperationQueue(), delegate = NotingDelegate(queue)
            queue.maxConcurrentOperationCount = 1
            let session = Self.session(queue, delegate)
            session.dataTask(with: server.url("/delegate")).resume()
            delegate.isComplete.wait()
            session.finishTasksAndInvalidate()
            delegate.isInvalid.wait()
            return delegate.notes
        }
        #expect(entries == ["response true", "data true", "complete true", "invalid true"])
    }

    @Test func serialQueueRunsOneHandlerAtATime() async {
        let (most, count) = await Self.onServer { server in
            let queue = OperationQueue(), gauge = Gauge(), areDone = Latch(8), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            let session = Self.session(queue)
            for number in 0..<8 {
                session.dataTask(with: server.url("/\(number)")) { _, _, _ in
                    gauge.enter()
                    log.append(number)
                    gauge.leave()
                    areDone.open()
                }.resume()
            }
            areDone.wait()
            return (gauge.maximum, Set(log.entries).count)
        }
        #expect(most == 1)
        #expect(count == 8)
    }

    @Test func suspendedQueueHoldsTheHandlersBack() async {
        let entries = await Self.onServer { server in
            let queue = TellingQueue(), log = Log<String>(), isDone = Latch()
            queue.isSuspended = true
            let session = Self.session(queue)
            session.dataTask(with: server.url("/a")) { _, _, _ in
                log.append("handler")
                isDone.open()
            }.resume()
            queue.hasOperation.wait()
            log.append("resumed")
            queue.isSuspended = false
            isDone.wait()
            return log.entries
        }
        #expect(entries == ["resumed", "handler"])
    }

    @Test func cancelledTaskEndsWithAnError() async {
        let codes = await Self.onServer { server in
            let queue = OperationQueue(), log = Log<URLError.Code?>(), isDone = Latch()
            let task = Self.session(queue).dataTask(with: server.url("/held")) { _, _, error in
                log.append((error as? URLError)?.code)
                isDone.open()
            }
            task.resume()
            server.waitForRequests(1)
            task.cancel()
            isDone.wait()
            return log.entries
        }
        #expect(codes == [.cancelled])
    }

    @Test func missingPageIsNoError() async {
        let entries = await Self.onServer { server in
            let queue = OperationQueue(), log = Log<Int?>(), isDone = Latch()
            Self.session(queue).dataTask(with: server.url("/missing")) { _, response, error in
                log.append(error == nil ? (response as? HTTPURLResponse)?.statusCode : nil)
                isDone.open()
            }.resume()
            isDone.wait()
            return log.entries
        }
        #expect(entries == [404])
    }

    @Test func operationFetchesAndItsDependentReads() async {
        let entries = await Self.onServer { server in
            let queue = OperationQueue(), log = Log<String>()
            let fetch = SessionOperation(Self.session(OperationQueue()), server.url("/operation"))
            let read = BlockOperation { log.append(fetch.text ?? "nothing") }
            read.addDependency(fetch)
            queue.addOperations([read, fetch], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == ["/operation"])
    }

    @Test func limitBoundsTheRequestsUnderWay() async {
        let (first, all) = await Self.onServer { server in
            let queue = OperationQueue(), session = Self.session(OperationQueue())
            queue.maxConcurrentOperationCount = 2
            let fetches = (0..<5).map { SessionOperation(session, server.url("/held/\($0)")) }
            queue.addOperations(fetches, waitUntilFinished: false)
            server.waitForRequests(2)
            let executing = fetches.count(where: \.isExecuting)
            server.answer()
            queue.waitUntilAllOperationsAreFinished()
            return (executing, server.paths.sorted())
        }
        #expect(first == 2)
        #expect(all == (0..<5).map { "/held/\($0)" })
    }

    @Test func cancelledOperationCancelsItsTask() async {
        let (text, isCancelled, isFinished) = await Self.onServer { server in
            let queue = OperationQueue()
            let fetch = SessionOperation(Self.session(OperationQueue()), server.url("/held"))
            queue.addOperation(fetch)
            server.waitForRequests(1)
            queue.cancelAllOperations()
            queue.waitUntilAllOperationsAreFinished()
            return (fetch.text, fetch.isCancelled, fetch.isFinished)
        }
        #expect(text == nil)
        #expect(isCancelled && isFinished)
    }
}

/// Tells that something was added.
private final class TellingQueue: OperationQueue, @unchecked Sendable {
    let hasOperation = Latch()

    override func addOperation(_ op: Operation) {
        super.addOperation(op)
        hasOperation.open()
    }
}
