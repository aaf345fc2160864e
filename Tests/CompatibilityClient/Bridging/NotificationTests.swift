import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Notifications that are delivered on an operation queue.
struct NotificationTests {
    private static let news = Notification.Name("news")

    @Test func blockRunsOnTheQueue() async {
        let isCurrent = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<Bool>()
            let token = center.addObserver(forName: Self.news, object: nil, queue: queue) { _ in
                log.append(OperationQueue.current == queue)
            }
            center.post(name: Self.news, object: nil)
            center.removeObserver(token)
            return log.entries
        }
        #expect(isCurrent == [true])
    }

    @Test func postingReturnsAfterTheBlock() async {
        let entries = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<Int>()
            let token = center.addObserver(forName: Self.news, object: nil, queue: queue) { _ in log.append(1)
            }
            center.post(name: Self.news, object: nil)
            log.append(2)
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func blockWithoutAQueueRunsInThePostingThread() async {
        let isSame = await onThread {
            let center = NotificationCenter(), log = Log<Bool>()
            let thread = ObjectIdentifier(Thread.current)
            let token = center.addObserver(forName: Self.news, object: nil, queue: nil) { _ in
                log.append(ObjectIdentifier(Thread.current) == thread)
            }
            center.post(name: Self.news, object: nil)
            center.removeObserver(token)
            return log.entries
        }
        #expect(isSame == [true])
    }

    @Test func optionalQueueMayBeNil() async {
        let count = await onThread {
            let center = NotificationCenter(), log = Log<Int>(), queue: OperationQueue? = nil
            let token = center.addObserver(forName: Self.news, object: nil, queue: queue) { _ in log.append(1)
            }
            center.post(name: Self.news, object: nil)
            center.removeObserver(token)
            return log.entries
        }
        #expect(count == [1])
    }

    @Test func postingInsideOfTheQueueRunsTheBlockAtOnce() async {
        let entries = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            let token = center.addObserver(forName: Self.news, object: nil, queue: queue) { _ in log.append(2)
            }
            queue.addOperation {
                log.append(1)
                center.post(name: Self.news, object: nil)
                log.append(3)
            }
            queue.waitUntilAllOperationsAreFinished()
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }

    @Test func postingInsideOfAnotherQueueWaits() async {
        let entries = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), other = OperationQueue()
            let log = Log<String>()
            queue.name = "observer"
            let token = center.addObserver(forName: Self.news, object: nil, queue: queue) { _ in
                log.append(OperationQueue.current?.name ?? "none")
            }
            other.addOperation {
                center.post(name: Self.news, object: nil)
                log.append("posted")
            }
            other.waitUntilAllOperationsAreFinished()
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == ["observer", "posted"])
    }

    @Test func mainQueueIsSpeltOut() async {
        let isMain = await onThread {
            let center = NotificationCenter(), log = Log<Bool>()
            let token = center.addObserver(forName: Self.news, object: nil, queue: OperationQueue.main) { _ in
                log.append(OperationQueue.current == OperationQueue.main)
            }
            center.post(name: Self.news, object: nil)
            center.removeObserver(token)
            return log.entries
        }
        #expect(isMain == [true])
    }

    @Test func mainQueueIsImplied() async {
        let isMain = await onThread {
            let center = NotificationCenter(), log = Log<Bool>()
            let token = center.addObserver(forName: Self.news, object: nil, queue: .main) { _ in
                dispatchPrecondition(condition: .onQueue(.main))
                log.append(true)
            }
            center.post(name: Self.news, object: nil)
            center.removeObserver(token)
            return log.entries
        }
        #expect(isMain == [true])
    }

    @Test func serialQueueKeepsTheOrderOfPosting() async {
        let entries = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            let token = center.addObserver(forName: Self.news, object: nil, queue: queue) {
                log.append($0.userInfo?["number"] as? Int ?? -1)
            }
            for number in 0..<20 { center.post(name: Self.news, object: nil, userInfo: ["number": number]) }
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == Array(0..<20))
    }

    @Test func heldQueueDeliversWhenItIsResumed() async {
        let entries = await onThread {
            let center = NotificationCenter(), queue = OperationQueue.held(), log = Log<Int>(),
                isOver = Latch()
            let token = center.addObserver(forName: Self.news, object: nil, queue: queue) { _ in log.append(2)
            }
            Thread.detachNewThread {
                center.post(name: Self.news, object: nil)
                log.append(3)
                isOver.open()
            }
            log.append(1)
            queue.isSuspended = false
            isOver.wait()
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }

    @Test func otherNamesAndSendersAreNotDelivered() async {
        let entries = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<String>()
            let sender = NSObject()
            let token = center.addObserver(forName: Self.news, object: sender, queue: queue) {
                log.append($0.name.rawValue)
            }
            center.post(name: .init("other"), object: sender)
            center.post(name: Self.news, object: nil)
            center.post(name: Self.news, object: sender)
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == ["news"])
    }

    @Test func anyNameIsDelivered() async {
        let entries = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<String>()
            let token = center.addObserver(forName: nil, object: nil, queue: queue) {
                log.append($0.name.rawValue)
            }
            center.post(name: .init("a"), object: nil)
            center.post(name: .init("b"), object: nil)
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == ["a", "b"])
    }

    @Test func removedObserverIsNotCalled() async {
        let entries = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<Int>()
            let token = center.addObserver(forName: Self.news, object: nil, queue: queue) { _ in log.append(1)
            }
            center.post(name: Self.news, object: nil)
            center.removeObserver(token)
            center.post(name: Self.news, object: nil)
            return log.entries
        }
        #expect(entries == [1])
    }

    /// The names of the queues on which three observers were called, each with a queue of its own.
    private static func called(_ queues: () -> [OperationQueue]) -> [String] {
        let center = NotificationCenter(), log = Log<String>()
        let tokens = queues().map { queue in
            center.addObserver(forName: Self.news, object: nil, queue: queue) { _ in
                log.append(OperationQueue.current?.name ?? "none")
            }
        }
        center.post(name: Self.news, object: nil)
        tokens.forEach { center.removeObserver($0) }
        return log.entries.sorted()
    }

    private static func makeQueues() -> [OperationQueue] {
        ["a", "b", "c"].map { name in
            let queue = OperationQueue()
            queue.name = name
            return queue
        }
    }

    @Test func observersOnSeveralQueuesAreAllCalled() async {
        let names = await onThread {
            let queues = Self.makeQueues()
            return withExtendedLifetime(queues) { Self.called { queues } }
        }
        #expect(names == ["a", "b", "c"])
    }

    @Test func queueOfAnObserverIsKept() async {
        let names = await onThread { Self.called { Self.makeQueues() } }
        onFoundation(.queueOfAnObserverIsReleased) { #expect(names == ["a", "b", "c"]) }
    }

    @Test func notificationStartsOperations() async {
        let words = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<[String]>()
            let token = center.addObserver(forName: Self.news, object: nil, queue: nil) { _ in
                let fetch = FetchOperation(url: URL(fileURLWithPath: "/documents/news")),
                    parse = ParseOperation()
                parse.addDependency(fetch)
                queue.addOperations([parse, fetch], waitUntilFinished: true)
                log.append(parse.words)
            }
            center.post(name: Self.news, object: nil)
            center.removeObserver(token)
            return log.entries
        }
        #expect(words == [["news"]])
    }

    @Test func operationPostsItsEnd() async {
        let names = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<String>(), isTold = Latch()
            let operation = Recorder()
            operation.name = "resize"
            let token = center.addObserver(forName: Self.news, object: operation, queue: queue) {
                log.append(($0.object as? Operation)?.name ?? "none")
                isTold.open()
            }
            operation.completionBlock = { [unowned operation] in
                center.post(name: Self.news, object: operation)
            }
            operation.start()
            isTold.wait()
            center.removeObserver(token)
            return log.entries
        }
        #expect(names == ["resize"])
    }
}
