import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rule 1.17: an operation that ends when it is cancelled, before any start.
struct EarlyEndTests {
    @Test(.skipped(.endBeforeStartCrashes)) func operationThatEndsBeforeItsStartLeavesAndIsReleased() async {
        let (runs, remaining, isReleased) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            let log = Log<Int>()
            var operation: ImpatientOperation? = ImpatientOperation { log.append(0) }
            weak let released = operation
            queue.addOperation(operation!)
            queue.addOperation { log.append(1) }
            operation?.cancel()
            operation = nil
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries, queue.operationCount, released == nil)
        }
        #expect(runs == [1])
        #expect(remaining == 0)
        #expect(isReleased)
    }
}

private final class ImpatientOperation: AsyncOperation, @unchecked Sendable {
    private let work: @Sendable () -> Void

    init(work: @escaping @Sendable () -> Void) { self.work = work }

    override func cancel() {
        super.cancel()
        finish()
    }

    override func execute() {
        work()
        finish()
    }
}
