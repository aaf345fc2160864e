import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Operations of a library's in one's own queue, and the other way round.
struct LibraryOperationTests {
    @Test func operationOfALibraryRuns() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Bool>()
            queue.addOperation(ThirdParty.makeOperation { log.append(OperationQueue.current === queue) })
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [true])
    }

    @Test func operationOfALibraryEnds() async {
        let flags = await onThread {
            let queue = OperationQueue(), operation = ThirdParty.makeOperation {}
            queue.addOperation(operation)
            queue.waitUntilAllOperationsAreFinished()
            return [operation.isFinished, operation.isExecuting, operation.isCancelled]
        }
        #expect(flags == [true, false, false])
    }

    @Test func severalAreAddedAtOnce() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            let operations = (0..<5).map { number in ThirdParty.makeOperation { log.append(number) } }
            queue.addOperations(operations, waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == Array(0..<5))
    }

    @Test func asynchronousOperationOccupiesItsSlot() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            let first = LibraryOperation { operation in
                Thread.detachNewThread {
                    log.append(1)
                    operation.end()
                }
            }
            queue.addOperation(first)
            queue.addOperation { log.append(2) }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func dependenciesOfTheLibraryHold() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            let first = ThirdParty.makeOperation { log.append(1) }
            let second = ThirdParty.makeOperation { log.append(2) }
            second.addDependency(first)
            queue.addOperation(second)
            queue.addOperation(first)
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func dependencyInAQueueOfTheLibraryHolds() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            let first = ThirdParty.makeOperation { log.append(1) }
            let second = ThirdParty.makeOperation { log.append(2) }
            second.addDependency(first)
            queue.addOperation(second)
            ThirdParty.queue.addOperation(first)
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func ownOperationWaitsForOneOfTheLibrary() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            let first = ThirdParty.makeOperation { log.append(1) }, second = BlockOperation { log.append(2) }
            second.addDependency(first)
            queue.addOperation(second)
            ThirdParty.queue.addOperation(first)
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries, second.dependencies.count)
        }
        #expect(entries == ([1, 2], 1))
    }

    @Test func operationOfTheLibraryWaitsForAnOwnOne() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            let first = BlockOperation { log.append(1) }, second = ThirdParty.makeOperation { log.append(2) }
            second.addDependency(first)
            ThirdParty.queue.addOperation(second)
            queue.addOperation(first)
            second.waitUntilFinished()
            return (log.entries, second.dependencies.count)
        }
        #expect(entries == ([1, 2], 1))
    }

    @Test func finishedOperationHoldsNeitherBack() async {
        let isReady = await onThread {
            let ended = BlockOperation {}, endedOfLibrary = ThirdParty.makeOperation {},
                queue = OperationQueue()
            ended.start()
            endedOfLibrary.start()
            let own = BlockOperation {}, ofLibrary = ThirdParty.makeOperation {}
            own.addDependency(endedOfLibrary)
            ofLibrary.addDependency(ended)
            queue.addOperations([own], waitUntilFinished: true)
            queue.addOperations([ofLibrary], waitUntilFinished: true)
            return own.isFinished && ofLibrary.isFinished
        }
        #expect(isReady)
    }

    @Test func cancelledOperationOfALibraryDoesNotRun() async {
        let (entries, flags) = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let operation = ThirdParty.makeOperation { log.append(1) }
            queue.addOperation(operation)
            queue.cancelAllOperations()
            queue.drain()
            return (log.entries, [operation.isCancelled, operation.isFinished])
        }
        #expect(entries == [])
        #expect(flags == [true, true])
    }

    @Test func cancellingItDirectlyIsSeen() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let operation = ThirdParty.makeOperation { log.append(1) }
            queue.addOperation(operation)
            operation.cancel()
            queue.drain()
            return (log.entries, operation.isFinished)
        }
        #expect(entries == ([], true))
    }

    @Test func priorityOfTheLibraryCounts() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let operations = (0..<3).map { number in ThirdParty.makeOperation { log.append(number) } }
            operations[0].queuePriority = .low
            operations[2].queuePriority = .high
            for operation in operations { queue.addOperation(operation) }
            queue.drain()
            return log.entries
        }
        #expect(entries == [2, 1, 0])
    }

    @Test func completionBlockOfTheLibraryRuns() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>(), hasRun = Latch()
            let operation = ThirdParty.makeOperation { log.append(1) }
            operation.completionBlock = {
                log.append(2)
                hasRun.open()
            }
            queue.addOperation(operation)
            hasRun.wait()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func ownOperationRunsInAQueueOfALibrary() async {
        let entries = await onThread {
            let theirs = Foundation.OperationQueue(), operation = Recorder()
            theirs.addOperation(operation)
            theirs.waitUntilAllOperationsAreFinished()
            return (operation.notes, operation.isFinished)
        }
        #expect(entries == (["main"], true))
    }

    @Test func ownOperationsRunInAQueueOfALibrary() async {
        let entries = await onThread {
            let theirs = Foundation.OperationQueue(), log = Log<Int>()
            theirs.maxConcurrentOperationCount = 1
            let operations = (0..<5).map { number in BlockOperation { log.append(number) } }
            theirs.addOperations(operations, waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == Array(0..<5))
    }

    @Test func operationThatIsReadyLateStartsLate() async {
        let entries = await onThread {
            let theirs = Foundation.OperationQueue(), log = Log<String>(), door = Door(log), hasRun = Latch()
            theirs.addOperation(door)
            theirs.addOperation {
                log.append("other")
                hasRun.open()
            }
            hasRun.wait()
            door.unlock()
            door.waitUntilFinished()
            return log.entries
        }
        #expect(entries == ["other", "through"])
    }
}

private final class Door: Operation, @unchecked Sendable {
    private let log: Log<String>
    @Guarded private var isUnlocked = false

    init(_ log: Log<String>) { self.log = log }

    override var isReady: Bool { isUnlocked && super.isReady }
    override func main() { log.append("through") }

    func unlock() {
        willChangeValue(forKey: "isReady")
        isUnlocked = true
        didChangeValue(forKey: "isReady")
    }
}
