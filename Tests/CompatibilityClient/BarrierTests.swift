import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 11.1 and 11.2.
struct BarrierTests {
    @Test func barrierSeparatesEarlierFromLaterOperations() async {
        let entries = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 3
            let log = Log<Int>(), mayGoOn = Latch()
            for part in 0..<3 {
                for _ in 0..<10 {
                    queue.addOperation {
                        mayGoOn.wait()
                        log.append(part)
                    }
                }
                if part < 2 { queue.addBarrierBlock { log.append(10 + part) } }
            }
            mayGoOn.open()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        let tens = (0..<3).map { Array(repeating: $0, count: 10) }
        #expect(entries == tens[0] + [10] + tens[1] + [11] + tens[2])
    }

    /// Foundation doesn't track such a barrier, so whether it has run when the wait is over is left to chance.
    @Test(.skipped(.barrierOnEmptyQueueIsUntracked))
    func barrierOnAnEmptyQueueObeysSuspensionAndIsWaitedFor() async {
        let entries = await onThread {
            let queue = OperationQueue()
            queue.isSuspended = true
            let log = Log<String>()
            queue.addBarrierBlock { log.append("barrier \(OperationQueue.current == queue)") }
            queue.addOperation { log.append("operation") }
            log.append("resume")
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == ["resume", "barrier true", "operation"])
    }
}
