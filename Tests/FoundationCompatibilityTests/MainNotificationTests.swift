import ConcurrencyPrimitives
import FoundationCompatibility
import Testing

/// Notifications for the main queue that are posted where it runs. Foundation's queue deadlocks there.
@Suite struct MainNotificationTests {
    @Test func blockRunsAtOnceWhereTheMainQueueRuns() async {
        let name = Notification.Name("news")
        let entries = await SystemThread.value {
            let center = NotificationCenter(), queue = OperationQueue()
            let log = Mutex<[Int]>([])
            nonisolated(unsafe) let token = center.addObserver(
                forName: name, object: nil, queue: OperationQueue.main
            ) { _ in log.withLock { $0.append(1) } }
            queue.underlyingQueue = .main
            queue.addOperation {
                center.post(name: name, object: nil)
                log.withLock { $0.append(2) }
            }
            queue.waitUntilAllOperationsAreFinished()
            center.removeObserver(token)
            return log.withLock { $0 }
        }
        #expect(entries == [1, 2])
    }
}
