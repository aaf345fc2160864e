import Dispatch
import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// A queue that is given to a library that takes Foundation's queue.
struct ForwardingTests {
    @Test func libraryRunsItsWorkOnTheQueue() async {
        let isCurrent = await onThread {
            let queue = OperationQueue(), log = Log<Bool>()
            ThirdParty.run(on: queue.foundationQueue) { log.append(OperationQueue.current === queue) }
            return log.entries
        }
        #expect(isCurrent == [true])
    }

    @Test func libraryRunsItsWorkOnTheMainQueue() async {
        let isMain = await onThread {
            let log = Log<Bool>(), isDone = Latch()
            OperationQueue.main.foundationQueue.addOperation {
                log.append(OperationQueue.current === OperationQueue.main)
                isDone.open()
            }
            isDone.wait()
            return log.entries
        }
        #expect(isMain == [true])
    }

    @Test func sameQueueIsGivenEachTime() {
        let queue = OperationQueue(), given = queue.foundationQueue
        #expect(given === queue.foundationQueue)
        #expect(given !== OperationQueue().foundationQueue)
        #expect(OperationQueue.main.foundationQueue === Foundation.OperationQueue.main)
    }

    @Test func givenQueueLeadsBack() {
        let queue = OperationQueue()
        #expect(queue.foundationQueue.dropInQueue === queue)
        #expect(OperationQueue.main.foundationQueue.dropInQueue === OperationQueue.main)
    }

    @Test func givenQueueOutlivesTheQueue() async {
        let (entries, limit, name, quality) = await onThread {
            let log = Log<Int>()
            let given = {
                let queue = OperationQueue()
                queue.maxConcurrentOperationCount = 3
                queue.name = "gone"
                queue.qualityOfService = .utility
                queue.isSuspended = true
                return queue.foundationQueue
            }()
            if !given.isSuspended { log.append(0) }
            given.addOperation { log.append(1) }
            given.isSuspended = false
            given.waitUntilAllOperationsAreFinished()
            return (
                log.entries, given.maxConcurrentOperationCount, given.name, given.qualityOfService
            )
        }
        #expect(entries == [1])
        #expect(limit == 3)
        #expect(name == "gone")
        #expect(quality == .utility)
    }

    @Test func givenQueueDoesNotKeepTheQueue() {
        weak var released: OperationQueue?
        do {
            let queue = OperationQueue()
            released = queue
            #expect(queue.foundationQueue.maxConcurrentOperationCount == -1)
        }
        #expect(released == nil)
    }

    @Test func settingsAreThoseOfTheQueue() {
        let queue = OperationQueue(), given = queue.foundationQueue
        queue.maxConcurrentOperationCount = 3
        #expect(given.maxConcurrentOperationCount == 3)
        given.maxConcurrentOperationCount = 4
        #expect(queue.maxConcurrentOperationCount == 4)
        given.isSuspended = true
        #expect(queue.isSuspended)
        queue.isSuspended = false
        #expect(!given.isSuspended)
        given.name = "given"
        #expect(queue.name == "given")
        given.qualityOfService = .utility
        #expect(queue.qualityOfService == .utility)
        #expect(given.qualityOfService == .utility)
        given.progress.totalUnitCount = 5
        #expect(queue.progress.totalUnitCount == 5)
    }

    @Test func underlyingQueueIsThatOfTheQueue() async {
        let isOn = await onThread {
            let queue = OperationQueue(), underlying = DispatchQueue(label: "underlying"), log = Log<Bool>()
            queue.foundationQueue.underlyingQueue = underlying
            queue.addOperation {
                dispatchPrecondition(condition: .onQueue(underlying))
                log.append(true)
            }
            queue.waitUntilAllOperationsAreFinished()
            return withExtendedLifetime(underlying) { log.entries }
        }
        #expect(isOn == [true])
    }

    @Test func limitHoldsForWorkOfBothSides() async {
        let most = await onThread {
            let queue = OperationQueue(), gauge = Gauge()
            queue.maxConcurrentOperationCount = 1
            for number in 0..<40 {
                let work: @Sendable () -> Void = {
                    gauge.enter()
                    gauge.leave()
                }
                if number.isMultiple(of: 2) {
                    queue.addOperation(work)
                } else {
                    queue.foundationQueue.addOperation(work)
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return gauge.maximum
        }
        #expect(most == 1)
    }

    @Test func orderHoldsForWorkOfBothSides() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), given = queue.foundationQueue, log = Log<Int>()
            queue.addOperation { log.append(1) }
            given.addOperation { log.append(2) }
            queue.addOperation { log.append(3) }
            queue.drain()
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }

    @Test func cancellingReachesTheQueue() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            queue.addOperation { log.append(1) }
            queue.foundationQueue.addOperation { log.append(2) }
            queue.foundationQueue.cancelAllOperations()
            queue.drain()
            return log.entries
        }
        #expect(entries == [])
    }

    @Test func cancellingTheQueueReachesTheLibrary() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>()
            queue.foundationQueue.addOperation { log.append(2) }
            queue.cancelAllOperations()
            queue.drain()
            return log.entries
        }
        #expect(entries == [])
    }

    @Test func libraryWaitsForTheQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.addOperation { log.append(1) }
            queue.foundationQueue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func barrierOfTheLibraryHolds() async {
        let entries = await onThread {
            let queue = OperationQueue(), mayEnd = Latch(), log = Log<Int>()
            queue.addOperation {
                mayEnd.wait()
                log.append(1)
            }
            queue.foundationQueue.addBarrierBlock { log.append(2) }
            queue.addOperation { log.append(3) }
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }

    @Test func operationOfTheLibraryRunsOnTheQueue() async {
        let isCurrent = await onThread {
            let queue = OperationQueue(), log = Log<Bool>()
            let operation = ThirdParty.makeOperation { log.append(OperationQueue.current === queue) }
            queue.foundationQueue.addOperation(operation)
            operation.waitUntilFinished()
            return log.entries
        }
        #expect(isCurrent == [true])
    }

    @Test func operationsOfTheLibraryAreWaitedFor() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.maxConcurrentOperationCount = 1
            let operations = (0..<5).map { number in ThirdParty.makeOperation { log.append(number) } }
            queue.foundationQueue.addOperations(operations, waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == Array(0..<5))
    }

    @Test func subclassSeesWhatTheLibraryAdds() async {
        let count = await onThread {
            let queue = CountingQueue()
            ThirdParty.run(on: queue.foundationQueue) {}
            return queue.count
        }
        #expect(count == 1)
    }

    @Test func notificationsMayBeDeliveredThere() async {
        let isCurrent = await onThread {
            let center = NotificationCenter(), queue = OperationQueue(), log = Log<Bool>()
            let token = center.addObserver(forName: .init("news"), object: nil, queue: queue.foundationQueue)
            { _ in
                log.append(OperationQueue.current === queue)
            }
            center.post(name: .init("news"), object: nil)
            center.removeObserver(token)
            return log.entries
        }
        #expect(isCurrent == [true])
    }
}

private final class CountingQueue: OperationQueue, @unchecked Sendable {
    @Guarded private(set) var count = 0

    override func addOperation(_ op: Operation) {
        count += 1
        super.addOperation(op)
    }
}
