import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Waiting for operations and queues.
struct WaitingTests {
    @Test func waitingForAnEmptyQueueReturns() async {
        let count = await onThread {
            let queue = OperationQueue()
            queue.waitUntilAllOperationsAreFinished()
            return queue.operationCount
        }
        #expect(count == 0)
    }

    @Test func queueIsEmptyAfterTheWait() async {
        let counts = await onThread {
            let queue = OperationQueue()
            for _ in 0..<20 { queue.addOperation {} }
            queue.waitUntilAllOperationsAreFinished()
            return (queue.operationCount, queue.operations.count)
        }
        #expect(counts == (0, 0))
    }

    @Test func severalThreadsMayWait() async {
        let waited = await onThread {
            let queue = OperationQueue.held(), areWaiting = Latch(4), haveWaited = Latch(4), log = Log<Bool>()
            let operation = BlockOperation {}
            queue.addOperation(operation)
            for number in 0..<4 {
                Thread.detachNewThread {
                    areWaiting.open()
                    if number.isMultiple(of: 2) {
                        operation.waitUntilFinished()
                    } else {
                        queue.waitUntilAllOperationsAreFinished()
                    }
                    log.append(operation.isFinished)
                    haveWaited.open()
                }
            }
            areWaiting.wait()
            queue.isSuspended = false
            haveWaited.wait()
            return log.entries
        }
        #expect(waited == [true, true, true, true])
    }

    @Test func waitIncludesWhatIsAddedMeanwhile() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>(), isWaiting = Latch()
            queue.addOperation {
                isWaiting.wait()
                queue.addOperation { log.append(1) }
            }
            Thread.detachNewThread { isWaiting.open() }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func operationMayWaitForOneOfAnotherQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), other = OperationQueue(), log = Log<Int>()
            queue.addOperation {
                let operation = BlockOperation { log.append(1) }
                other.addOperation(operation)
                operation.waitUntilFinished()
                log.append(2)
            }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func operationMayWaitForOneOfItsOwnQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 2
            queue.addOperation {
                let operation = BlockOperation { log.append(1) }
                queue.addOperation(operation)
                operation.waitUntilFinished()
                log.append(2)
            }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func waitForAnOperationOfAHeldQueueEndsAfterResuming() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let operation = BlockOperation { log.append(1) }
            queue.addOperation(operation)
            Thread.detachNewThread { queue.isSuspended = false }
            operation.waitUntilFinished()
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func waitForAnAsynchronousOperationEndsWithItsEnd() async {
        let text = await onThread {
            let queue = OperationQueue(), fetch = FetchOperation(url: URL(fileURLWithPath: "/documents/a"))
            queue.addOperation(fetch)
            fetch.waitUntilFinished()
            return fetch.text
        }
        #expect(text == "<a>")
    }

    @Test func waitEndsAlsoForAnOperationThatIsCancelledMeanwhile() async {
        let isCancelled = await onThread {
            let queue = OperationQueue.held(), operation = Operation()
            queue.addOperation(operation)
            Thread.detachNewThread {
                operation.cancel()
                queue.isSuspended = false
            }
            operation.waitUntilFinished()
            return operation.isCancelled
        }
        #expect(isCancelled)
    }
}
