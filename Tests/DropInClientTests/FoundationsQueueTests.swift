import FoundationCompatibility
import Testing

/// What takes Foundation's queue alone gets it by its full name, and hands on to ours.
struct FoundationsQueueTests {
    @Test func notificationIsForwarded() async {
        let entries = await onThread {
            let center = NotificationCenter(), theirs = Foundation.OperationQueue(), ours = OperationQueue()
            let log = Log<Bool>(), hasRun = Latch()
            let token = center.addObserver(forName: .init("news"), object: nil, queue: theirs) { _ in
                ours.addOperation {
                    log.append(OperationQueue.current == ours)
                    hasRun.open()
                }
            }
            center.post(name: .init("news"), object: nil)
            hasRun.wait()
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == [true])
    }
}
