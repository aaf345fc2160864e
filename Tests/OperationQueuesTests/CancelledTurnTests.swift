import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// A cancel of an operation that a queue counts as ready leaves it where it is: to ask it again would cost it its turn.
struct CancelledTurnTests {
    private final class Asked: Operation, @unchecked Sendable {
        let asks = Atomic<Int>(0)
        let isHeld = Atomic<UInt64>(0)

        override var isReady: Bool {
            _ = asks.adding(1)
            return super.isReady && isHeld.load() == 0
        }
    }

    @Test(arguments: QueueFeatureTests.queues.indices)
    func readyOperationIsNotAskedAgain(_ index: Int) async {
        let operation = Asked(), later = BlockOperation {}
        let queue = QueueFeatureTests.queues[index]()
        queue.setMaxConcurrentOperationCount(1)
        queue.setSuspended(true)
        queue.addOperation(operation)
        queue.addOperation(later)
        let asks = operation.asks.load()
        operation.cancel()
        #expect(operation.asks.load() == asks)
        queue.setSuspended(false)
        await later.waitUntilFinished()
        #expect(operation.isFinished)
    }

    /// Where the answer was no, the cancel may turn it to yes.
    @Test(arguments: QueueFeatureTests.queues.indices)
    func heldOperationIsAskedAgain(_ index: Int) async throws {
        let operation = Asked()
        let queue = QueueFeatureTests.queues[index]()
        operation.isHeld.store(1)
        queue.addOperation(operation)
        let asks = operation.asks.load()
        operation.isHeld.store(0)
        operation.cancel()
        try #require(operation.asks.load() > asks)
        await operation.waitUntilFinished()
    }
}
