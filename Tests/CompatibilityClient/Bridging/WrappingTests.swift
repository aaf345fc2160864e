import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// A queue of a library's, used as one's own.
struct WrappingTests {
    @Test func operationRunsOnTheQueueOfTheLibrary() async {
        let isCurrent = await onThread {
            let theirs = Foundation.OperationQueue(), queue = theirs.dropInQueue, log = Log<Bool>()
            queue.addOperations(
                [BlockOperation { log.append(OperationQueue.current == queue) }], waitUntilFinished: true)
            return log.entries
        }
        #expect(isCurrent == [true])
    }

    @Test func currentOfTheLibraryIsItsQueue() async {
        let isCurrent = await onThread {
            let theirs = Foundation.OperationQueue(), log = Log<Bool>()
            theirs.dropInQueue.addOperation { log.append(Foundation.OperationQueue.current === theirs) }
            theirs.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(isCurrent == [true])
    }

    /// Who posts in the queue, in an operation of either kind, must not wait for it.
    @Test func notificationThatIsPostedInTheQueueIsDeliveredAtOnce() async {
        let entries = await onThread {
            let theirs = Foundation.OperationQueue(), center = NotificationCenter(), log = Log<Int>()
            theirs.maxConcurrentOperationCount = 1
            let news = Notification.Name("news")
            let token = center.addObserver(forName: news, object: nil, queue: theirs.dropInQueue) { _ in
                log.append(1)
            }
            theirs.addOperation {
                center.post(name: news, object: nil)
                log.append(2)
            }
            theirs.waitUntilAllOperationsAreFinished()
            theirs.dropInQueue.addOperation {
                center.post(name: news, object: nil)
                log.append(2)
            }
            theirs.waitUntilAllOperationsAreFinished()
            center.removeObserver(token)
            return log.entries
        }
        #expect(entries == [1, 2, 1, 2])
    }

    @Test func queuesOfOneQueueAreEqual() {
        let theirs = Foundation.OperationQueue()
        #expect(theirs.dropInQueue == theirs.dropInQueue)
        #expect(theirs.dropInQueue != Foundation.OperationQueue().dropInQueue)
        #expect(Set([theirs.dropInQueue, theirs.dropInQueue]).count == 1)
        #expect(Foundation.OperationQueue.main.dropInQueue === OperationQueue.main)
    }

    @Test func settingsAreThoseOfTheLibrary() {
        let theirs = Foundation.OperationQueue(), queue = theirs.dropInQueue
        queue.maxConcurrentOperationCount = 2
        queue.isSuspended = true
        queue.name = "theirs"
        queue.qualityOfService = .utility
        #expect(theirs.maxConcurrentOperationCount == 2)
        #expect(theirs.isSuspended)
        #expect(theirs.name == "theirs")
        #expect(theirs.qualityOfService == .utility)
        theirs.isSuspended = false
        theirs.progress.totalUnitCount = 3
        #expect(!queue.isSuspended)
        #expect(queue.progress.totalUnitCount == 3)
    }

    @Test func queueBehindIsTheLibrarys() {
        let theirs = Foundation.OperationQueue()
        #expect(theirs.dropInQueue.foundationQueue === theirs)
    }

    @Test func dependencyThatIsAddedLateHoldsTheOperationBack() async {
        let entries = await onThread {
            let theirs = Foundation.OperationQueue(), queue = theirs.dropInQueue, log = Log<String>()
            theirs.maxConcurrentOperationCount = 1
            theirs.isSuspended = true
            let first = BlockOperation { log.append("first") },
                second = BlockOperation { log.append("second") }
            queue.addOperation(first)
            queue.addOperation(second)
            first.addDependency(second)
            theirs.isSuspended = false
            theirs.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == ["second", "first"])
    }

    @Test func limitOfTheLibraryHolds() async {
        let most = await onThread {
            let theirs = Foundation.OperationQueue(), gauge = Gauge()
            theirs.maxConcurrentOperationCount = 1
            for _ in 0..<20 {
                theirs.dropInQueue.addOperation(
                    BlockOperation {
                        gauge.enter()
                        gauge.leave()
                    })
            }
            theirs.waitUntilAllOperationsAreFinished()
            return gauge.maximum
        }
        #expect(most == 1)
    }

    @Test func dependenciesHold() async {
        let entries = await onThread {
            let queue = Foundation.OperationQueue().dropInQueue, log = Log<Int>()
            let first = BlockOperation { log.append(1) }, second = BlockOperation { log.append(2) }
            second.addDependency(first)
            queue.addOperations([second, first], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func dependencyInAnotherQueueHolds() async {
        let entries = await onThread {
            let queue = Foundation.OperationQueue().dropInQueue, other = OperationQueue(), log = Log<Int>()
            let first = BlockOperation { log.append(1) }, second = BlockOperation { log.append(2) }
            second.addDependency(first)
            queue.addOperation(second)
            other.addOperation(first)
            second.waitUntilFinished()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func priorityCounts() async {
        let entries = await onThread {
            let theirs = Foundation.OperationQueue(), queue = theirs.dropInQueue, log = Log<Int>()
            theirs.maxConcurrentOperationCount = 1
            theirs.isSuspended = true
            let operations = (0..<3).map { number in BlockOperation { log.append(number) } }
            operations[0].queuePriority = .low
            operations[2].queuePriority = .high
            for operation in operations { queue.addOperation(operation) }
            theirs.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [2, 1, 0])
    }

    @Test func cancelledOperationDoesNotRun() async {
        let (entries, isFinished) = await onThread {
            let theirs = Foundation.OperationQueue(), log = Log<Int>()
            theirs.isSuspended = true
            let operation = BlockOperation { log.append(1) }
            theirs.dropInQueue.addOperation(operation)
            operation.cancel()
            theirs.isSuspended = false
            operation.waitUntilFinished()
            return (log.entries, operation.isFinished)
        }
        #expect(entries == [])
        #expect(isFinished)
    }

    @Test func cancellingAllCancelsTheOperations() async {
        let isCancelled = await onThread {
            let theirs = Foundation.OperationQueue(), queue = theirs.dropInQueue
            theirs.isSuspended = true
            let operation = BlockOperation {}
            queue.addOperation(operation)
            queue.cancelAllOperations()
            theirs.isSuspended = false
            operation.waitUntilFinished()
            return operation.isCancelled
        }
        #expect(isCancelled)
    }

    @Test(arguments: AsynchronousKind.allCases)
    func asynchronousOperationOccupiesTheQueue(kind: AsynchronousKind) async {
        let entries = await onThread {
            let theirs = Foundation.OperationQueue(), queue = theirs.dropInQueue, log = Log<Int>()
            theirs.maxConcurrentOperationCount = 1
            let first = kind.make { _, done in
                Thread.detachNewThread {
                    log.append(1)
                    done()
                }
            }
            queue.addOperations([first, BlockOperation { log.append(2) }], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func operationsAreListed() async {
        let (isListed, count) = await onThread {
            let theirs = Foundation.OperationQueue(), queue = theirs.dropInQueue,
                operation = BlockOperation {}
            theirs.isSuspended = true
            queue.addOperation(operation)
            let listed = (queue.operations == [operation], queue.operationCount)
            theirs.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return listed
        }
        #expect(isListed)
        #expect(count == 1)
    }

    @Test func barrierHolds() async {
        let entries = await onThread {
            let queue = Foundation.OperationQueue().dropInQueue, mayEnd = Latch(), log = Log<Int>()
            queue.addOperation(
                BlockOperation {
                    mayEnd.wait()
                    log.append(1)
                })
            queue.addBarrierBlock { log.append(OperationQueue.current == queue ? 2 : 0) }
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2])
    }
}
