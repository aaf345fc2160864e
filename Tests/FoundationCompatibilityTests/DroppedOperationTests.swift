import ConcurrencyPrimitives
import Foundation
import FoundationCompatibility
import Operations
import Testing

/// Queues of Foundation's that don't run what they are given, as in a client's tests.
struct DroppedOperationTests {
    /// Lets go of it.
    private final class Dropping: Foundation.OperationQueue, @unchecked Sendable {
        override func addOperation(_ op: Foundation.Operation) {}
        override func addOperations(_ ops: [Foundation.Operation], waitUntilFinished wait: Bool) {}
    }

    /// Starts it at once, and lets go of it then.
    private final class Starting: Foundation.OperationQueue, @unchecked Sendable {
        override func addOperation(_ op: Foundation.Operation) { op.start() }
    }

    @Test func operationThatIsDroppedCanBeUsed() {
        let dependency = Operations.BlockOperation {}, operation = Operations.BlockOperation {}
        Dropping().addOperation(operation)
        operation.addDependency(dependency)
        dependency.start()
        operation.queuePriority = .high
        operation.cancel()
        #expect(operation.isCancelled && !operation.isFinished)
    }

    @Test func operationThatIsDroppedIsReleased() {
        let dependency = Operations.BlockOperation {}
        weak var operation: Operations.BlockOperation?
        do {
            let added = Operations.BlockOperation {}
            operation = added
            Dropping().addOperations([added], waitUntilFinished: false)
        }
        #expect(operation == nil)
        dependency.start()
    }

    @Test func operationThatIsDroppedIsEndedByItself() {
        let operation = EndingOperation(), dependent = Operations.BlockOperation {}
        dependent.addDependency(operation)
        Dropping().addOperation(operation)
        operation.end()
        #expect(dependent.isReady)
    }

    /// Foundation refers to it without keeping it.
    @Test func dependentOfFoundationsThatIsReleasedIsToldNothing() {
        let dependency = Operations.BlockOperation {}
        weak var dependent: Foundation.Operation?
        do {
            let released = Foundation.BlockOperation {}
            dependent = released
            released.addDependency(dependency)
        }
        #expect(dependent == nil)
        dependency.start()
        #expect(dependency.isFinished)
    }

    @Test func operationThatIsStartedAtOnceRuns() async {
        let queue = Starting(), isCurrent = Promise<Bool>(), mayEnd = Promise<Void>()
        let operation = TaskOperation { _ in
            await mayEnd.value()
            isCurrent.fulfill(FoundationCompatibility.OperationQueue.current == queue.dropInQueue)
        }
        queue.addOperation(operation)
        mayEnd.fulfill(())
        #expect(await isCurrent.value())
        await operation.waitUntilFinished()
    }

    /// One thread lets go of the stand-in while another makes the operation notify it.
    @Test func operationIsUsedWhileItIsDropped() async {
        await SystemThread.value {
            for round in 0..<2_000 {
                let operation = Operations.BlockOperation {}, dependency = Operations.BlockOperation {}
                operation.addDependency(dependency)
                let begun = Atomic<Int>(0), end = Parker()
                WorkerThread.start {
                    while begun.load() == 0 {}
                    if round.isMultiple(of: 2) { operation.cancel() } else { dependency.start() }
                    end.unpark()
                }
                begun.store(1)
                Dropping().addOperation(operation)
                end.park()
                // An unfinished dependency and an operation that was added hold each other.
                if !dependency.isFinished { dependency.start() }
            }
        }
    }
}
