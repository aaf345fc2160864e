import Dispatch
import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// The current queue, the main queue, and the queues of Dispatch below.
struct CurrentQueueTests {
    @Test func currentIsTheQueueInsideOfABlock() async {
        let isCurrent = await onThread {
            let queue = OperationQueue(), log = Log<Bool>()
            queue.addOperations(
                [BlockOperation { log.append(OperationQueue.current === queue) }], waitUntilFinished: true)
            return log.entries
        }
        #expect(isCurrent == [true])
    }

    @Test func currentIsTheQueueInsideOfMain() async {
        let notes = await onThread {
            let queue = OperationQueue(), operation = Recorder()
            operation.work = { $0.note(OperationQueue.current == queue ? "queue" : "another") }
            queue.addOperations([operation], waitUntilFinished: true)
            return operation.notes
        }
        #expect(notes == ["queue"])
    }

    @Test func currentIsNilOnAThread() async {
        let isNil = await onThread { OperationQueue.current == nil }
        #expect(isNil)
    }

    @Test func currentOfAnOperationThatIsStartedByHandIsTheCallers() async {
        let isNil = await onThread {
            let log = Log<Bool>()
            BlockOperation { log.append(OperationQueue.current == nil) }.start()
            return log.entries
        }
        #expect(isNil == [true])
    }

    @Test func currentDiffersFromQueueToQueue() async {
        let names = await onThread {
            let log = Log<String>()
            for name in ["a", "b"] {
                let queue = OperationQueue()
                queue.name = name
                queue.addOperation { log.append(OperationQueue.current?.name ?? "none") }
                queue.waitUntilAllOperationsAreFinished()
            }
            return log.entries
        }
        #expect(names == ["a", "b"])
    }

    @Test func currentIsASubclass() async {
        let isSubclass = await onThread {
            let queue = TaggedQueue(tag: 3), log = Log<Int?>()
            queue.addOperation { log.append((OperationQueue.current as? TaggedQueue)?.tag) }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(isSubclass == [3])
    }

    @Test func mainQueueIsOne() {
        #expect(OperationQueue.main === OperationQueue.main)
        #expect(OperationQueue.main == OperationQueue.main)
        #expect(OperationQueue.main != OperationQueue())
    }

    @Test func mainQueueCannotBeChanged() {
        let main = OperationQueue.main, name = OperationQueue.main.name
        main.maxConcurrentOperationCount = 5
        main.isSuspended = true
        main.name = "other"
        #expect(main.maxConcurrentOperationCount == 1)
        #expect(!main.isSuspended)
        #expect(main.name == name)
        #expect(name == "NSOperationQueue Main Queue")
    }

    @Test func mainQueueRunsOnTheMainDispatchQueue() async {
        let isOrdered = await onThread {
            let log = Log<Int>(), areAll = Latch(2)
            OperationQueue.main.addOperation {
                dispatchPrecondition(condition: .onQueue(.main))
                log.append(1)
                areAll.open()
            }
            OperationQueue.main.addOperation {
                log.append(2)
                areAll.open()
            }
            areAll.wait()
            return log.entries
        }
        #expect(isOrdered == [1, 2])
    }

    @Test func mainQueueObeysDependencies() async {
        let entries = await onThread {
            let log = Log<Int>(), queue = OperationQueue.held(), isDone = Latch()
            let work = BlockOperation { log.append(1) }
            let show = BlockOperation {
                log.append(2)
                isDone.open()
            }
            show.addDependency(work)
            OperationQueue.main.addOperation(show)
            queue.addOperation(work)
            queue.isSuspended = false
            isDone.wait()
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func underlyingQueueIsNilByDefault() { #expect(OperationQueue().underlyingQueue == nil) }

    @Test func underlyingQueueIsKeptAndTakenBack() {
        let queue = OperationQueue(), underlying = DispatchQueue(label: "underlying")
        queue.underlyingQueue = underlying
        #expect(queue.underlyingQueue === underlying)
        queue.underlyingQueue = nil
        #expect(queue.underlyingQueue == nil)
    }

    @Test func currentIsTheQueueOnAnUnderlyingQueue() async {
        let isCurrent = await onThread {
            let queue = OperationQueue(), underlying = DispatchQueue(label: "underlying"), log = Log<Bool>()
            queue.underlyingQueue = underlying
            queue.addOperation {
                log.append(OperationQueue.current === queue)
                log.append(OperationQueue.current?.underlyingQueue === underlying)
            }
            queue.waitUntilAllOperationsAreFinished()
            return withExtendedLifetime(underlying) { log.entries }
        }
        #expect(isCurrent == [true, true])
    }

    @Test func twoQueuesMayShareAnUnderlyingQueue() async {
        let most = await onThread {
            let underlying = DispatchQueue(label: "underlying"), gauge = Gauge()
            let queues = [OperationQueue(), OperationQueue()]
            for queue in queues {
                queue.underlyingQueue = underlying
                for _ in 0..<10 {
                    queue.addOperation {
                        gauge.enter()
                        gauge.leave()
                    }
                }
            }
            for queue in queues { queue.waitUntilAllOperationsAreFinished() }
            return withExtendedLifetime(underlying) { gauge.maximum }
        }
        #expect(most == 1)
    }

    @Test func underlyingQueueOrdersOperationsAndBlocks() async {
        let entries = await onThread {
            let queue = OperationQueue(), underlying = DispatchQueue(label: "underlying"), log = Log<Int>()
            queue.underlyingQueue = underlying
            underlying.sync {
                queue.addOperation { log.append(2) }
                log.append(1)
            }
            queue.waitUntilAllOperationsAreFinished()
            underlying.sync { log.append(3) }
            return log.entries
        }
        #expect(entries == [1, 2, 3])
    }

    @Test func mainDispatchQueueIsAccepted() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Bool>(), areAll = Latch(2)
            queue.underlyingQueue = .main
            for _ in 0..<2 {
                queue.addOperation {
                    dispatchPrecondition(condition: .onQueue(.main))
                    log.append(true)
                    areAll.open()
                }
            }
            areAll.wait()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == [true, true])
    }

    @Test func mainDispatchQueueRunsOneAtATime() async {
        let most = await onThread {
            let queue = OperationQueue(), gauge = Gauge()
            queue.underlyingQueue = .main
            for _ in 0..<10 {
                queue.addOperation {
                    gauge.enter()
                    gauge.leave()
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return gauge.maximum
        }
        #expect(most == 1)
    }
}

private final class TaggedQueue: OperationQueue, @unchecked Sendable {
    let tag: Int

    init(tag: Int) { self.tag = tag }
}
