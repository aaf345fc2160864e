import ConcurrencyPrimitives
import Operations
import QueueAdapters
import Testing

@Suite struct DispatchOperationQueueTests {
    @Test(arguments: DispatchOperationQueue.Width.allCases)
    func everythingAddedRunsOnce(width: DispatchOperationQueue.Width) async {
        let queue = DispatchOperationQueue(width)
        let ran = Counter()
        let operations = (0..<100).map { _ in BlockOperation { ran.increment() } }
        for operation in operations { queue.addOperation(operation) }
        for _ in 0..<100 { queue.addOperation { ran.increment() } }
        await queue.waitUntilAllOperationsAreFinished()
        #expect(ran.value == 200)
        #expect(operations.allSatisfy { $0.isFinished && !$0.isExecuting })
    }

    @Test func serialQueueStartsNothingWhileSuspended() async {
        let queue = DispatchOperationQueue(.serial)
        // Suspended twice, and resumed once: the queue itself doesn't count.
        queue.setSuspended(true)
        queue.setSuspended(true)
        #expect(queue.isSuspended)
        let order = Mutex<[String]>([])
        // Were it not suspended, the first would run long before the last is added.
        for _ in 0..<1_000 { queue.addOperation { order.withLock { $0.append("operation") } } }
        order.withLock { $0.append("resume") }
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(!queue.isSuspended)
        #expect(order.withLock { $0 } == ["resume"] + Array(repeating: "operation", count: 1_000))
    }

    @Test func queueReleasedWhileSuspendedStillRunsWhatItHolds() async {
        let operation = BlockOperation {}
        do {
            let queue = DispatchOperationQueue(.serial)
            queue.setSuspended(true)
            queue.addOperation(operation)
        }
        await operation.waitUntilFinished()
        #expect(operation.isFinished)
    }

    @Test func cancelledOperationFinishesWithoutRunning() async {
        let queue = DispatchOperationQueue(.serial)
        let ran = Counter()
        let operation = BlockOperation { ran.increment() }
        operation.cancel()
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(operation.isFinished)
        #expect(ran.value == 0)
    }
}
