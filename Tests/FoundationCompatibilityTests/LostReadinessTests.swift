import ConcurrencyPrimitives
import Foundation
import Operations
import Testing

@testable import FoundationCompatibility

/// Operations that become ready between a queue of Foundation's asking and its putting down the answer. Of an operation that nobody
/// starts these tests wait for ever.
struct LostReadinessTests {
    /// Has something happen when it has answered "not ready", and Foundation hasn't put that down.
    private final class Overtaken: FoundationStandIn, @unchecked Sendable {
        private let event = Mutex<(@Sendable () -> Void)?>(nil)

        func overtake(by event: @escaping @Sendable () -> Void) { self.event.withLock { $0 = event } }

        override var isReady: Bool {
            let isReady = super.isReady
            if !isReady {
                let event = event.withLock { $0.take() }
                event?()
            }
            return isReady
        }
    }

    private struct Waiting {
        let queue = Foundation.OperationQueue()
        let dependency = Operations.BlockOperation {}
        let operation = Operations.BlockOperation {}
        let standIn: Overtaken

        init() {
            operation.addDependency(dependency)
            standIn = Overtaken(operation, in: queue)
        }
    }

    @Test func dependencyEndsWhileTheOperationIsAdded() async {
        let waiting = Waiting()
        waiting.standIn.overtake { waiting.dependency.start() }
        waiting.queue.addOperation(waiting.standIn)
        await waiting.operation.waitUntilFinished()
    }

    /// As when a barrier ends: then Foundation asks by itself.
    @Test func dependencyEndsWhileFoundationAsks() async {
        let waiting = Waiting()
        waiting.queue.isSuspended = true
        waiting.queue.addOperation(waiting.standIn)
        waiting.standIn.overtake { waiting.dependency.start() }
        waiting.standIn.didChangeValue(forKey: "isReady")
        waiting.queue.isSuspended = false
        await waiting.operation.waitUntilFinished()
    }

    /// Two that announce don't overtake each other.
    @Test func dependencyEndsWhileAnotherIsAnnounced() async {
        let waiting = Waiting(), other = Operations.BlockOperation {}
        waiting.queue.isSuspended = true
        waiting.queue.addOperation(waiting.standIn)
        waiting.standIn.overtake {
            waiting.dependency.start()
            other.start()
        }
        waiting.operation.addDependency(other)
        waiting.queue.isSuspended = false
        await waiting.operation.waitUntilFinished()
    }

    /// It says that it is ready when Foundation has its older answer, and hasn't put it down.
    @Test func operationOfFoundationIsReadyWhileItIsHandedOn() async {
        final class Late: Foundation.Operation, @unchecked Sendable {
            private let questions = Atomic<Int>(0)

            override var isReady: Bool {
                let number = questions.adding(1)
                // The first is the drop-in's.
                if number == 2 { didChangeValue(forKey: "isReady") }
                return number > 2 && super.isReady
            }
        }
        await SystemThread.value {
            let (queue, operation) = (FoundationCompatibility.OperationQueue(), Late())
            queue.addOperation(operation)
            operation.waitUntilFinished()
        }
    }
}
