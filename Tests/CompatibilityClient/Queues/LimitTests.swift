import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// How many operations run at once, and suspension.
struct LimitTests {
    @Test func queueDecidesByDefault() {
        #expect(OperationQueue().maxConcurrentOperationCount == -1)
        #expect(OperationQueue.defaultMaxConcurrentOperationCount == -1)
    }

    @Test(arguments: [0, 1, 2, 100, -1]) func limitIsKept(limit: Int) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = limit
        #expect(queue.maxConcurrentOperationCount == limit)
    }

    @Test(arguments: [1, 2, 3]) func limitIsReachedAndNotExceeded(limit: Int) async {
        let most = await onThread {
            let queue = OperationQueue(), gauge = Gauge(), areIn = Latch(limit)
            queue.maxConcurrentOperationCount = limit
            for _ in 0..<limit {
                queue.addOperation {
                    gauge.enter()
                    areIn.open()
                    areIn.wait()
                    gauge.leave()
                }
            }
            for _ in 0..<20 {
                queue.addOperation {
                    gauge.enter()
                    gauge.leave()
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return gauge.maximum
        }
        #expect(most == limit)
    }

    @Test func limitOfZeroStartsNothing() async {
        let (before, after) = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 0
            let operation = BlockOperation { log.append(1) }
            queue.addOperation(operation)
            // What another queue has run since shows that there was time.
            OperationQueue().addOperations([BlockOperation {}], waitUntilFinished: true)
            let before = log.entries
            queue.maxConcurrentOperationCount = 1
            operation.waitUntilFinished()
            return (before, log.entries)
        }
        #expect(before == [])
        #expect(after == [1])
    }

    @Test func raisedLimitStartsWhatWaits() async {
        let entries = await onThread {
            let queue = OperationQueue(), areBoth = Latch(2), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            for number in 0..<2 {
                queue.addOperation {
                    areBoth.open()
                    areBoth.wait()
                    log.append(number)
                }
            }
            queue.maxConcurrentOperationCount = 2
            queue.waitUntilAllOperationsAreFinished()
            return log.entries.sorted()
        }
        #expect(entries == [0, 1])
    }

    @Test func loweredLimitSparesWhatExecutes() async {
        let isExecuting = await onThread {
            let queue = OperationQueue(), areIn = Latch(2), mayEnd = Latch()
            queue.maxConcurrentOperationCount = 2
            let operations = (0..<2).map { _ in
                BlockOperation {
                    areIn.open()
                    mayEnd.wait()
                }
            }
            queue.addOperations(operations, waitUntilFinished: false)
            areIn.wait()
            queue.maxConcurrentOperationCount = 1
            let isExecuting = operations.map(\.isExecuting)
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return isExecuting
        }
        #expect(isExecuting == [true, true])
    }

    @Test func suspendedQueueStartsNothing() async {
        let (before, after) = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            queue.addOperation { log.append(1) }
            OperationQueue().addOperations([BlockOperation {}], waitUntilFinished: true)
            let before = log.entries
            queue.drain()
            return (before, log.entries)
        }
        #expect(before == [])
        #expect(after == [1])
    }

    @Test func executingOperationGoesOnWhileSuspended() async {
        let entries = await onThread {
            let queue = OperationQueue(), hasBegun = Latch(), mayEnd = Latch(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            let first = BlockOperation {
                hasBegun.open()
                mayEnd.wait()
                log.append(1)
            }
            queue.addOperation(first)
            queue.addOperation { log.append(2) }
            hasBegun.wait()
            queue.isSuspended = true
            mayEnd.open()
            first.waitUntilFinished()
            log.append(0)
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 0, 2])
    }

    @Test func operationMaySuspendItsQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>(), isSuspended = Latch()
            queue.maxConcurrentOperationCount = 1
            let first = BlockOperation {
                queue.isSuspended = true
                isSuspended.open()
            }
            queue.addOperation(first)
            queue.addOperation { log.append(2) }
            isSuspended.wait()
            first.waitUntilFinished()
            log.append(1)
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func suspendingTwiceIsAsOnce() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            queue.isSuspended = true
            queue.addOperation { log.append(1) }
            queue.drain()
            queue.isSuspended = false
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func resumedQueueStartsTheHighestPriorityFirst() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            for (number, priority) in [Operation.QueuePriority.low, .veryHigh, .normal].enumerated() {
                let operation = BlockOperation { log.append(number) }
                operation.queuePriority = priority
                queue.addOperation(operation)
            }
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 2, 0])
    }

    @Test func cancelledOperationsStayUntilTheQueueIsResumed() async {
        let (count, after) = await onThread {
            let queue = OperationQueue.held()
            for _ in 0..<3 { queue.addOperation {} }
            queue.cancelAllOperations()
            let count = queue.operationCount
            queue.drain()
            return (count, queue.operationCount)
        }
        #expect(count == 3)
        #expect(after == 0)
    }
}
