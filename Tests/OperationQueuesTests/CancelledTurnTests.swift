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

    @Test(arguments: [false, true])
    func readyOperationIsNotAskedAgain(isActor: Bool) async {
        let operation = Asked(), later = BlockOperation {}
        let queue: any OperationQueueProtocol<Operation> =
            isActor ? ActorOperationQueue() : LockedOperationQueue()
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
    @Test(arguments: [false, true])
    func heldOperationIsAskedAgain(isActor: Bool) async {
        let operation = Asked()
        let queue: any OperationQueueProtocol<Operation> =
            isActor ? ActorOperationQueue() : LockedOperationQueue()
        operation.isHeld.store(1)
        queue.addOperation(operation)
        let asks = operation.asks.load()
        operation.isHeld.store(0)
        operation.cancel()
        #expect(operation.asks.load() > asks)
        await operation.waitUntilFinished()
    }
}
