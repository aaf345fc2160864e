import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rule 10.4.
struct UnderlyingQueueTests {
    @Test func operationsRunOnTheUnderlyingQueue() async {
        let (isNil, entries) = await onThread {
            let queue = OperationQueue()
            let isNil = queue.underlyingQueue == nil
            let dispatchQueue = DispatchQueue(label: "underlying")
            queue.underlyingQueue = dispatchQueue
            let log = Log<Int>()
            for number in 0..<20 {
                queue.addOperation {
                    dispatchPrecondition(condition: .onQueue(dispatchQueue))
                    log.append(number)
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return (isNil, log.entries)
        }
        #expect(isNil)
        #expect(entries == Array(0..<20))
    }
}
