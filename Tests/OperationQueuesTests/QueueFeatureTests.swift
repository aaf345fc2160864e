import ConcurrencyPrimitives
import OperationQueues
import Operations
import TestSupport
import Testing

/// What our two queues do beyond adding and running, each on both.
struct QueueFeatureTests {
    static let queues: [@Sendable () -> any OperationQueueProtocol<Operation>] = [
        { LockedOperationQueue() }, { ActorOperationQueue() },
    ]

    @Test(arguments: queues.indices) func barrierSeparatesEarlierFromLaterOperations(_ index: Int) async {
        for _ in 0..<50 {
            let queue = Self.queues[index]()
            queue.setMaxConcurrentOperationCount(4)
            let log = Log<Int>()
            for segment in 0..<4 {
                for _ in 0..<5 { queue.addOperation { log.append(segment * 2) } }
                queue.addBarrierBlock { log.append(segment * 2 + 1) }
            }
            await queue.waitUntilAllOperationsAreFinished()
            #expect(log.entries == log.entries.sorted() && log.entries.count == 24)
        }
    }

    @Test(arguments: queues.indices) func cancelledOperationsPassBarriers(_ index: Int) async {
        let queue = Self.queues[index]()
        let log = Log<String>()
        let (first, last) = (BlockOperation { log.append("first") }, BlockOperation { log.append("last") })
        first.addDependency(last)
        queue.addOperation(first)
        queue.addBarrierBlock { log.append("barrier") }
        queue.addOperation(last)
        let cycle = await queue.dependencyCycle()
        #expect(cycle?.count == 3, "first waits for last, last for the barrier, the barrier for first")
        last.cancel()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["first", "barrier"])
    }

    @Test(arguments: queues.indices) func cancelledBarrierSeparatesNothing(_ index: Int) async {
        let queue = Self.queues[index]()
        queue.setSuspended(true)
        let log = Log<Int>()
        let never = BlockOperation {}
        let first = BlockOperation { log.append(0) }
        first.addDependency(never)
        queue.addOperation(first)
        queue.addBarrierBlock { log.append(1) }
        let second = BlockOperation { log.append(2) }
        queue.addOperation(second)
        queue.addBarrierBlock { log.append(3) }
        let third = BlockOperation { log.append(4) }
        queue.addOperation(third)
        await queue.operations[1].cancel()
        queue.cancelAllOperations()
        #expect(await queue.operations.map(\.isCancelled) == [true, true, true, false, true])
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == [3])
    }

    private final class Counted: Operation, @unchecked Sendable {
        let cancels = Atomic<Int>(0)
        override func cancel() {
            cancels.adding(1)
            super.cancel()
        }
    }

    @Test(arguments: queues.indices) func overriddenCancelIsCalledOnceForEachOperation(_ index: Int) async {
        let queue = Self.queues[index]()
        queue.setSuspended(true)
        let operations = (0..<10).map { _ in Counted() }
        for operation in operations { queue.addOperation(operation) }
        queue.cancelAllOperations()
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(operations.map { $0.cancels.load() } == Array(repeating: 1, count: 10))
    }

    @Test(arguments: queues.indices) func barriersAreTrackedUntilTheyEnd(_ index: Int) async {
        let queue = Self.queues[index]()
        let log = Log<Int>()
        for round in 0..<3 {
            queue.addBarrierBlock { log.append(round) }
            queue.addOperation { log.append(round) }
            await queue.waitUntilAllOperationsAreFinished()
        }
        #expect(log.entries == [0, 0, 1, 1, 2, 2])
    }

    @Test(arguments: queues.indices) func operationMayWaitForOthersOfItsQueue(_ index: Int) async {
        let queue = Self.queues[index]()
        @Sendable func nest(_ depth: Int) {
            if depth == 0 { return }
            let inner = BlockOperation { nest(depth - 1) }
            queue.addOperation(inner)
            inner.waitUntilFinished()
        }
        queue.addOperation { nest(40) }
        await queue.waitUntilAllOperationsAreFinished()

        @Sendable func nestAsync(_ depth: Int) -> TaskOperation {
            TaskOperation { _ in
                if depth == 0 { return }
                let inner = nestAsync(depth - 1)
                queue.addOperation(inner)
                await inner.waitUntilFinished()
            }
        }
        queue.addOperation(nestAsync(40))
        await queue.waitUntilAllOperationsAreFinished()
    }

    @Test(arguments: queues.indices) func progressCountsEndedOperations(_ index: Int) async {
        let queue = Self.queues[index]()
        queue.addOperation {}
        await queue.waitUntilAllOperationsAreFinished()
        #expect(await queue.workProgress == QueueProgress())
        queue.setTotalUnitCount(4)
        let cancelled = BlockOperation {}
        cancelled.cancel()
        queue.addOperations([cancelled, BlockOperation {}, BlockOperation {}])
        queue.addBarrierBlock {}
        await queue.waitUntilAllOperationsAreFinished()
        #expect(await queue.workProgress == QueueProgress(totalUnitCount: 4, completedUnitCount: 3))
    }

    @Test(arguments: queues.indices) func timedWaitEndsWithADescription(_ index: Int) async throws {
        let queue = Self.queues[index]()
        queue.setSuspended(true)
        let operation = BlockOperation {}
        operation.name = "mine"
        queue.addOperation(operation)
        let error = await #expect(throws: WaitEndedEarly.self) {
            try await operation.waitUntilFinished(timeout: .zero)
        }
        #expect(error?.reason == .deadline)
        let ofQueue = await WaitTextTests.text(of: queue)
        #expect(ofQueue.contains("'mine'") && ofQueue.contains("suspended"))
        // All that it holds was looked at.
        #expect(!ofQueue.contains("only"), "\(ofQueue)")
        let waiting = Task { try await operation.waitUntilFinished(timeout: nil) }
        waiting.cancel()
        let cancelled = await #expect(throws: WaitEndedEarly.self) { try await waiting.value }
        #expect(cancelled?.reason == .cancellation)
        queue.setSuspended(false)
        try await operation.waitUntilFinished(timeout: .hangGuard)
        try await queue.waitUntilAllOperationsAreFinished(timeout: nil)
    }

    /// Who was woken because the queue was empty isn't told otherwise for what was added since.
    @Test(arguments: queues.indices) func successfulTimedWaitReturns(_ index: Int) async throws {
        let queue = Self.queues[index]()
        for _ in 0..<300 {
            let first = BlockOperation {}
            // Added as soon as the first has left.
            first.completionBlock = { queue.addOperation {} }
            queue.addOperation(first)
            try await queue.waitUntilAllOperationsAreFinished(timeout: .hangGuard)
        }
        await queue.waitUntilAllOperationsAreFinished()
    }

    /// An observer may wait for what the queue does next, where no isolation of the queue's is in the way.
    @Test func observerOfTheLockedQueueMayWait() async {
        let queue = LockedOperationQueue()
        queue.maxConcurrentOperationCount = 1
        let operations = (0..<3).map { _ in BlockOperation {} }
        let observation = queue.observe { change in
            if case .operations(from: 3, to: 2) = change { operations[2].waitUntilFinished() }
        }
        queue.addOperations(operations)
        await queue.waitUntilAllOperationsAreFinished()
        observation.invalidate()
    }

    @Test(arguments: queues.indices) func changesAreNotifiedInOrder(_ index: Int) async {
        let queue = Self.queues[index]()
        let log = Log<QueueChange>()
        let (lasts, last) = AsyncStream.makeStream(of: Void.self)
        let observation = queue.observe { change in
            log.append(change)
            if change == .operations(from: 1, to: 0) { last.finish() }
        }
        queue.setSuspended(true)
        queue.setSuspended(true)
        queue.addOperations([BlockOperation {}, BlockOperation {}])
        queue.addOperation {}
        queue.setMaxConcurrentOperationCount(1)
        queue.setName("q")
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        // Who waits for the operations may come before who is notified that they are gone.
        for await _ in lasts {}
        observation.invalidate()
        queue.setName(nil)
        #expect(await queue.operationCount == 0)
        #expect(
            log.entries == [
                .isSuspended(true), .operations(from: 0, to: 2), .operations(from: 2, to: 3),
                .maxConcurrentOperationCount(from: -1, to: 1), .name(from: nil, to: "q"), .isSuspended(false),
                .operations(from: 3, to: 2), .operations(from: 2, to: 1), .operations(from: 1, to: 0),
            ])
    }

    @Test(arguments: queues.indices) func tasksHaveTheQualityOfTheirOperationOrQueue(_ index: Int) async {
        let queue = Self.queues[index]()
        queue.setQualityOfService(.utility)
        let log = Log<TaskPriority>()
        let operations = [QualityOfService.default, .background, .userInitiated].map { quality in
            let operation = TaskOperation { _ in log.append(Task.basePriority!) }
            operation.qualityOfService = quality
            return operation
        }
        for operation in operations {
            queue.addOperation(operation)
            await operation.waitUntilFinished()
        }
        #expect(log.entries == [.utility, .background, .userInitiated])
    }
}
