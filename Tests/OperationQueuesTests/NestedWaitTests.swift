import ConcurrencyPrimitives
import Dispatch
import OperationQueues
import Operations
import Testing

/// Operations that wait for others, each on its thread: more than Dispatch has threads.
@Suite struct NestedWaitTests {
    private static let depth = 1_000

    /// Runs operations that wait for one another, each for the next, and `deepest` in the last of them.
    private static func nest(
        in queue: any OperationQueueProtocol<Operation>, isBounded: Bool = false,
        deepest: @escaping @Sendable () -> Void
    ) {
        @Sendable func operation(_ level: Int) -> Operation {
            BlockOperation {
                if level == depth { return deepest() }
                let next = operation(level + 1)
                queue.addOperation(next)
                if !isBounded { return next.waitUntilFinished() }
                try? next.waitUntilFinished(timeout: .seconds(100_000))
            }
        }
        let first = operation(1)
        queue.addOperation(first)
        first.waitUntilFinished()
    }

    @Test(arguments: QueueFeatureTests.queues.indices)
    func thousandNestedWaitsEnd(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        await SystemThread.value {
            Self.nest(in: queue) {
                // All threads that the waits need are blocked now, and none that this needs.
                let (ran, isThere) = (Parker(), Parker())
                DispatchQueue(label: "serial").async { ran.unpark() }
                ran.park()
                WorkerThread.start { isThere.unpark() }
                isThere.park()
            }
        }
        await queue.waitUntilAllOperationsAreFinished()
    }

    /// A wait with a deadline gives its slot to others as well.
    @Test(arguments: QueueFeatureTests.queues.indices)
    func thousandNestedWaitsWithADeadlineEnd(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        await SystemThread.value { Self.nest(in: queue, isBounded: true) {} }
        await queue.waitUntilAllOperationsAreFinished()
    }

    @Test func nestedWaitsOfBothQueuesEndTogether() async {
        let (locked, actor) = (LockedOperationQueue(), ActorOperationQueue())
        await SystemThread.value {
            Self.nest(in: locked) { Self.nest(in: actor) {} }
        }
        await locked.waitUntilAllOperationsAreFinished()
        await actor.waitUntilAllOperationsAreFinished()
    }
}
