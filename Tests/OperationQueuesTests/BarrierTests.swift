import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// Several barriers one behind the other, on both queues.
struct BarrierTests {
    @Test(arguments: QueueFeatureTests.queues.indices)
    func cycleThroughTwoBarriersIsNamed(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        let (first, last) = (BlockOperation {}, BlockOperation {})
        first.addDependency(last)
        queue.addOperation(first)
        for _ in 0..<2 { queue.addBarrierBlock {} }
        queue.addOperation(last)
        let cycle = await queue.dependencyCycle()
        #expect(cycle?.count == 4, "first, last, and both barriers")
        last.cancel()
        await queue.waitUntilAllOperationsAreFinished()
    }

    /// So many that those which have ended are forgotten on the way.
    @Test(arguments: QueueFeatureTests.queues.indices)
    func barriersByTheHundredAreInOrder(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        queue.setSuspended(true)
        let log = Log<Int>()
        for number in 0..<300 {
            queue.addOperation { log.append(number) }
            queue.addBarrierBlock { log.append(number) }
        }
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == (0..<300).flatMap { [$0, $0] })
    }

    /// What is behind it waits for the barrier before it, and for nothing else.
    @Test(arguments: QueueFeatureTests.queues.indices)
    func barrierThatLeavesBeforeAnotherOpensNothing(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        queue.setMaxConcurrentOperationCount(2)
        let (log, release) = (Log<Int>(), Latch())
        queue.addOperation { release.waitBlocking() }
        for number in [1, 2] { queue.addBarrierBlock { log.append(number) } }
        queue.addOperation { log.append(3) }
        let later = await queue.operations[2]
        later.cancel()
        await later.waitUntilFinished()
        release.open()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == [1, 3])
    }
}
