import ConcurrencyPrimitives
import Dispatch
import OperationQueues
import Operations
import TestSupport
import Testing

/// Where operations run: on the main thread, or on an underlying dispatch queue.
struct UnderlyingQueueTests {
    @Test func mainQueueRunsOnTheMainThread() async {
        for queue in [LockedOperationQueue.main, ActorOperationQueue.main]
            as [any OperationQueueProtocol<Operation>]
        {
            queue.setSuspended(true)
            queue.setMaxConcurrentOperationCount(5)
            queue.setName("other")
            #expect(await !queue.isSuspended)
            #expect(await queue.maxConcurrentOperationCount == 1)
            #expect(await queue.name == "main")
            let log = Log<Bool>()
            let operations = (0..<20).map { _ in
                BlockOperation {
                    MainActor.assertIsolated()
                    log.append(
                        LockedOperationQueue.current === queue || ActorOperationQueue.current === queue)
                }
            }
            queue.addOperations(operations)
            for operation in operations { await operation.waitUntilFinished() }
            #expect(log.entries == Array(repeating: true, count: 20))
        }
        LockedOperationQueue.main.underlyingQueue = DispatchQueue(label: "other")
        #expect(LockedOperationQueue.main.underlyingQueue?.label == DispatchQueue.main.label)
        await MainActor.run {
            #expect(LockedOperationQueue.current === LockedOperationQueue.main)
            #expect(ActorOperationQueue.current === ActorOperationQueue.main)
        }
        #expect(LockedOperationQueue.current == nil || isMainThread())
    }

    private func isMainThread() -> Bool { LockedOperationQueue.current === LockedOperationQueue.main }

    @Test func operationsRunOnTheUnderlyingQueue() async {
        let queue = LockedOperationQueue()
        #expect(queue.underlyingQueue == nil)
        let key = DispatchSpecificKey<Int>()
        let underlying = DispatchQueue(label: "underlying", attributes: .concurrent)
        underlying.setSpecific(key: key, value: 7)
        queue.underlyingQueue = underlying
        let log = Log<Int?>()
        for number in 0..<40 {
            let operation = BlockOperation { log.append(DispatchQueue.getSpecific(key: key)) }
            if number.isMultiple(of: 3) { operation.qualityOfService = .utility }
            queue.addOperation(operation)
        }
        queue.addBarrierBlock { log.append(DispatchQueue.getSpecific(key: key)) }
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == Array(repeating: 7, count: 41))
    }

    /// The worker that comes first finds one of another quality than it was started for.
    @Test func operationThatIsHandedOnRunsOnTheUnderlyingQueue() async {
        let queue = LockedOperationQueue()
        queue.maxConcurrentOperationCount = 1
        let key = DispatchSpecificKey<Int>()
        let underlying = DispatchQueue(label: "underlying", attributes: .concurrent)
        underlying.setSpecific(key: key, value: 7)
        underlying.suspend()
        queue.underlyingQueue = underlying
        let log = Log<[Int?]>()
        queue.addOperation { log.append([1, DispatchQueue.getSpecific(key: key)]) }
        let urgent = BlockOperation { log.append([2, DispatchQueue.getSpecific(key: key)]) }
        urgent.queuePriority = .high
        urgent.qualityOfService = .utility
        queue.addOperation(urgent)
        underlying.resume()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == [[2, 7], [1, 7]])
    }

    /// Each is its own kind's, wherever both are.
    @Test func currentQueueIsOfTheKindThatIsAskedFor() async {
        let log = Log<Bool>()
        for queue in [
            LockedOperationQueue.main, ActorOperationQueue.main, LockedOperationQueue(),
            ActorOperationQueue(),
        ]
            as [any OperationQueueProtocol<Operation>]
        {
            let operation = BlockOperation {
                log.append(
                    (LockedOperationQueue.current === queue) != (ActorOperationQueue.current === queue))
                log.append(LockedOperationQueue.current == nil || ActorOperationQueue.current == nil)
            }
            queue.addOperation(operation)
            await operation.waitUntilFinished()
        }
        #expect(log.entries == Array(repeating: true, count: 8))
    }

    /// Says that it has finished when it is asked to, started or not.
    private final class Announcer: Operation, @unchecked Sendable {
        private let hasEnded = Mutex(false)
        override var isFinished: Bool { hasEnded.withLock { $0 } }
        override func start() {}
        func announceFinished() {
            willChangeValue(for: \.isFinished)
            hasEnded.withLock { $0 = true }
            didChangeValue(for: \.isFinished)
        }
    }

    /// A worker that comes late, having been started for another underlying queue, is none that others count on.
    @Test func removedUnderlyingQueueHoldsUpNothing() async throws {
        for next in [nil, DispatchQueue(label: "next")] {
            let queue = LockedOperationQueue()
            let (key, held) = (DispatchSpecificKey<Int>(), DispatchQueue(label: "held"))
            held.setSpecific(key: key, value: 7)
            held.suspend()
            queue.underlyingQueue = held
            let first = Announcer()
            queue.addOperation(first)
            // Leaves, with a worker on its way.
            first.announceFinished()
            #expect(queue.operationCount == 0)
            queue.underlyingQueue = next
            let log = Log<Int?>()
            let second = BlockOperation { log.append(DispatchQueue.getSpecific(key: key)) }
            queue.addOperation(second)
            try await second.waitUntilFinished(timeout: .hangGuard)
            queue.setSuspended(true)
            queue.addOperation { log.append(DispatchQueue.getSpecific(key: key)) }
            held.resume()
            // By then the late worker has come and gone.
            held.sync {}
            queue.setSuspended(false)
            await queue.waitUntilAllOperationsAreFinished()
            #expect(log.entries == [nil, nil])
        }
    }
}
