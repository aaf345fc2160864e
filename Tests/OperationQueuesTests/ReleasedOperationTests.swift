import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// Code of a client that runs where something of it is let go of: under no lock of the queue's or the operation's.
struct ReleasedOperationTests {
    private final class Leaving: Operation, @unchecked Sendable {
        private let atEnd: @Sendable () -> Void
        init(atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
        deinit { atEnd() }
    }

    @Test(arguments: QueueFeatureTests.queues.indices)
    func operationThatIsReleasedMayCallItsQueue(_ index: Int) async {
        let (queue, hasRun) = (QueueFeatureTests.queues[index](), Latch())
        queue.addOperation(Leaving { queue.addOperation { hasRun.open() } })
        await hasRun.wait()
        await queue.waitUntilAllOperationsAreFinished()
    }

    private static func block(holding captured: Leaving) -> @Sendable () -> Void {
        { withExtendedLifetime(captured) {} }
    }

    @Test func replacedCompletionBlockMayCallItsOperation() {
        let operation = BlockOperation {}
        let isFree = Latch()
        operation.completionBlock = Self.block(
            holding: Leaving { [weak operation] in
                operation?.completionBlock = {}
                isFree.open()
            })
        operation.completionBlock = nil
        #expect(isFree.isOpen)
        #expect(operation.completionBlock != nil)
    }
}
