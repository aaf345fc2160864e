import Dispatch
import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Operations of a library's that change after they were added to one's own queue.
struct LateLibraryOperationTests {
    @Test func dependencyThatIsAddedLateHoldsTheOperationBack() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let first = ThirdParty.makeOperation { log.append(1) }
            let second = ThirdParty.makeOperation { log.append(2) }
            queue.addOperation(second)
            queue.addOperation(first)
            second.addDependency(first)
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func dependencyIsAddedLateAgain() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let last = ThirdParty.makeOperation { log.append(3) }
            let second = ThirdParty.makeOperation { log.append(2) }
            // Unowned, or the two would own each other.
            let first = ThirdParty.makeOperation { [unowned last] in
                log.append(1)
                last.addDependency(second)
            }
            queue.addOperation(last)
            queue.addOperation(first)
            queue.addOperation(second)
            last.addDependency(first)
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }

    @Test func ownDependencyThatIsAddedLateHoldsTheOperationBack() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let first = BlockOperation { log.append(1) }
            let second = ThirdParty.makeOperation { log.append(2) }
            queue.addOperation(second)
            queue.addOperation(first)
            second.addDependency(first)
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func barrierWaitsForAnOperationWithALateDependency() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            let first = ThirdParty.makeOperation { log.append(1) }
            let second = ThirdParty.makeOperation { log.append(2) }
            queue.addOperation(second)
            queue.addOperation(first)
            queue.addBarrierBlock { log.append(3) }
            second.addDependency(first)
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }

    @Test func operationWithALateDependencyCanBeCancelled() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>(), hasRun = Latch()
            let never = ThirdParty.makeOperation {}
            let operation = ThirdParty.makeOperation { log.append(1) }
            queue.addOperation(operation)
            operation.addDependency(never)
            queue.addOperation {
                log.append(2)
                hasRun.open()
            }
            queue.isSuspended = false
            hasRun.wait()
            queue.cancelAllOperations()
            queue.waitUntilAllOperationsAreFinished()
            never.start()
            return (log.entries, operation.isFinished)
        }
        #expect(entries == ([2], true))
    }

    @Test func operationThatIsReadyLateIsPartOfTheQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Bool>()
            let door = LibraryDoor { log.append(OperationQueue.current === queue) }
            queue.addOperation(door)
            door.isRefused.wait()
            door.unlock()
            door.waitUntilFinished()
            return log.entries
        }
        #expect(entries == [true])
    }

    @Test func operationThatIsReadyLateRunsOnTheUnderlyingQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int?>(), key = DispatchSpecificKey<Int>()
            let underlying = DispatchQueue(label: "underlying")
            underlying.setSpecific(key: key, value: 1)
            queue.underlyingQueue = underlying
            let door = LibraryDoor { log.append(DispatchQueue.getSpecific(key: key)) }
            queue.addOperation(door)
            door.isRefused.wait()
            door.unlock()
            door.waitUntilFinished()
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func operationThatIsReadyLateAddsToTheQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Bool>()
            let door = LibraryDoor {
                Foundation.OperationQueue.current?.addOperation {
                    log.append(OperationQueue.current === queue)
                }
            }
            queue.addOperation(door)
            door.isRefused.wait()
            door.unlock()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [true])
    }
}

/// An operation of a library that isn't ready until it is unlocked.
private final class LibraryDoor: Foundation.Operation, @unchecked Sendable {
    @Guarded private var isUnlocked = false
    /// A queue was notified that it isn't ready.
    let isRefused = Latch()
    private let work: @Sendable () -> Void

    init(work: @escaping @Sendable () -> Void) { self.work = work }

    override var isReady: Bool {
        if isUnlocked { return super.isReady }
        isRefused.open()
        return false
    }
    override func main() { work() }

    func unlock() {
        willChangeValue(forKey: "isReady")
        isUnlocked = true
        didChangeValue(forKey: "isReady")
    }
}
