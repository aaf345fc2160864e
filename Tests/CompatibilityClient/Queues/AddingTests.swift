import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Adding to a queue, and what it then holds.
struct AddingTests {
    @Test func newQueueIsEmpty() {
        let queue = OperationQueue()
        #expect(queue.operations.isEmpty)
        #expect(queue.operationCount == 0)
    }

    @Test func addedOperationIsListed() {
        let queue = OperationQueue.held(), operation = BlockOperation {}
        queue.addOperation(operation)
        #expect(queue.operations == [operation])
        #expect(queue.operationCount == 1)
        queue.cancelAllOperations()
        queue.isSuspended = false
    }

    @Test func addedBlockIsListedAsAnOperation() {
        let queue = OperationQueue.held()
        queue.addOperation {}
        #expect(queue.operations.count == 1)
        #expect(queue.operations.first is BlockOperation)
        queue.isSuspended = false
    }

    @Test func blocksRunInTheOrderOfAdding() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            for number in 0..<50 { queue.addOperation { log.append(number) } }
            queue.drain()
            return log.entries
        }
        #expect(entries == Array(0..<50))
    }

    @Test func addingManyAtOnceKeepsTheirOrder() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            let operations = (0..<50).map { number in BlockOperation { log.append(number) } }
            queue.addOperations(operations, waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == Array(0..<50))
    }

    @Test func addingWithoutWaitingReturnsBeforeTheEnd() async {
        let count = await onThread {
            let queue = OperationQueue.held()
            queue.addOperations([BlockOperation {}, BlockOperation {}], waitUntilFinished: false)
            let count = queue.operationCount
            queue.drain()
            return count
        }
        #expect(count == 2)
    }

    @Test func addingNothingReturns() async {
        let count = await onThread {
            let queue = OperationQueue()
            queue.addOperations([], waitUntilFinished: true)
            queue.addOperations([], waitUntilFinished: false)
            return queue.operationCount
        }
        #expect(count == 0)
    }

    @Test func waitForAddedOperationsWaitsForNoOthers() async {
        let isFinished = await onThread {
            let queue = OperationQueue(), mayEnd = Latch()
            queue.maxConcurrentOperationCount = 2
            let other = BlockOperation { mayEnd.wait() }
            queue.addOperation(other)
            queue.addOperations([BlockOperation {}], waitUntilFinished: true)
            let isFinished = other.isFinished
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return isFinished
        }
        #expect(!isFinished)
    }

    @Test func executingOperationIsStillListed() async {
        let (isListed, count) = await onThread {
            let queue = OperationQueue(), hasBegun = Latch(), mayEnd = Latch()
            let operation = BlockOperation {
                hasBegun.open()
                mayEnd.wait()
            }
            queue.addOperation(operation)
            hasBegun.wait()
            let isListed = queue.operations.contains(operation)
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return (isListed, queue.operationCount)
        }
        #expect(isListed)
        #expect(count == 0)
    }

    @Test func operationMayAddToItsOwnQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.addOperation {
                log.append(1)
                queue.addOperation {
                    log.append(2)
                    queue.addOperation { log.append(3) }
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }

    @Test func operationMayAddToCurrent() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.addOperation { OperationQueue.current?.addOperation { log.append(1) } }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func queueLivesUntilItsOperationsHaveEnded() async {
        let entries = await onThread {
            let log = Log<Int>(), isDone = Latch()
            do {
                let queue = OperationQueue.held()
                queue.addOperation { log.append(1) }
                queue.addOperation {
                    log.append(2)
                    isDone.open()
                }
                queue.isSuspended = false
            }
            isDone.wait()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func queuesAreIndependent() async {
        let entries = await onThread {
            let held = OperationQueue.held(), free = OperationQueue(), log = Log<String>()
            held.addOperation { log.append("held") }
            free.addOperations([BlockOperation { log.append("free") }], waitUntilFinished: true)
            held.drain()
            return log.entries
        }
        #expect(entries == ["free", "held"])
    }

    @Test func manyOperationsAllRun() async {
        let sum = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            for number in 0..<1_000 { queue.addOperation { log.append(number) } }
            queue.waitUntilAllOperationsAreFinished()
            return Set(log.entries).count
        }
        #expect(sum == 1_000)
    }
}
