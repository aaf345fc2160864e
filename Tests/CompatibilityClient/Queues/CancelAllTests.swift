import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Cancelling what a queue holds.
struct CancelAllTests {
    @Test func everyWaitingOperationIsCancelled() async {
        let (flags, entries) = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let operations = (0..<5).map { number in BlockOperation { log.append(number) } }
            queue.addOperations(operations, waitUntilFinished: false)
            queue.cancelAllOperations()
            let flags = operations.map(\.isCancelled)
            queue.drain()
            return (flags, log.entries)
        }
        #expect(flags == Array(repeating: true, count: 5))
        #expect(entries == [])
    }

    @Test func cancelledOperationsFinish() async {
        let flags = await onThread {
            let queue = OperationQueue.held(), operations = (0..<5).map { _ in Operation() }
            queue.addOperations(operations, waitUntilFinished: false)
            queue.cancelAllOperations()
            queue.drain()
            return operations.map { [$0.isFinished, $0.isExecuting] }
        }
        #expect(flags.allSatisfy { $0 == [true, false] })
    }

    @Test func whatIsAddedAfterwardsRuns() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            queue.addOperation { log.append(1) }
            queue.cancelAllOperations()
            queue.addOperation { log.append(2) }
            queue.drain()
            return log.entries
        }
        #expect(entries == [2])
    }

    @Test func cancellingAnEmptyQueueDoesNothing() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.cancelAllOperations()
            queue.addOperations([BlockOperation { log.append(1) }], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func executingOperationSeesIt() async {
        let sawIt = await onThread {
            let queue = OperationQueue(), hasBegun = Latch(), isCancelled = Latch()
            let operation = Recorder()
            operation.work = { operation in
                hasBegun.open()
                isCancelled.wait()
                operation.note("\(operation.isCancelled)")
            }
            queue.addOperation(operation)
            hasBegun.wait()
            queue.cancelAllOperations()
            isCancelled.open()
            queue.waitUntilAllOperationsAreFinished()
            return operation.notes
        }
        #expect(sawIt == ["true"])
    }

    @Test func otherQueuesAreSpared() async {
        let entries = await onThread {
            let queues = [OperationQueue.held(), OperationQueue.held()], log = Log<Int>()
            for (number, queue) in queues.enumerated() { queue.addOperation { log.append(number) } }
            queues[0].cancelAllOperations()
            for queue in queues { queue.drain() }
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func oneOfManyCanBeCancelled() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let operations = (0..<5).map { number in BlockOperation { log.append(number) } }
            queue.addOperations(operations, waitUntilFinished: false)
            queue.operations[2].cancel()
            queue.drain()
            return log.entries
        }
        #expect(entries == [0, 1, 3, 4])
    }

    @Test func operationMayCancelAllFromInside() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            queue.addOperation {
                log.append(1)
                queue.cancelAllOperations()
            }
            queue.addOperation { log.append(2) }
            queue.drain()
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func completionBlocksOfCancelledOperationsRun() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>(), areAll = Latch(3)
            for number in 0..<3 {
                let operation = Operation()
                operation.completionBlock = {
                    log.append(number)
                    areAll.open()
                }
                queue.addOperation(operation)
            }
            queue.cancelAllOperations()
            queue.isSuspended = false
            areAll.wait()
            return log.entries.sorted()
        }
        #expect(entries == [0, 1, 2])
    }

    @Test func cancelledOperationsReleaseTheirDependents() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), other = OperationQueue(), log = Log<Int>()
            let cancelled = BlockOperation { log.append(1) }, dependent = BlockOperation { log.append(2) }
            dependent.addDependency(cancelled)
            other.addOperation(dependent)
            queue.addOperation(cancelled)
            queue.cancelAllOperations()
            queue.drain()
            other.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [2])
    }
}
