import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// A dependency that is added to an operation whose overridden `start` was called already.
struct LateDependencyTests {
    /// Adds a dependency to itself when it is started, which is too late.
    private final class AddsTooLate: Operation, @unchecked Sendable {
        private let life = Atomic<UInt64>(0)
        override var isExecuting: Bool { life.load() == 1 }
        override var isFinished: Bool { life.load() == 2 }

        override func start() {
            addDependency(Operation())
            for state in [1, 2] as [UInt64] {
                life.store(state)
                didChangeValue(for: state == 1 ? \.isExecuting : \.isFinished)
            }
        }
    }

    /// Rule 1.22: what executes has been ready.
    @Test func dependencyThatComesTooLateLeavesOperationReady() {
        let (operation, log, queue) = (AddsTooLate(), ObservationTests.Log<String>(), LockedOperationQueue())
        let observations = [
            operation.observe(\.isReady, options: .new) { log.append("ready \($1.newValue!)") },
            operation.observe(\.isExecuting, options: .new) { log.append("executing \($1.newValue!)") },
        ]
        queue.addOperation(operation)
        queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries.prefix(3) == ["ready false", "ready true", "executing true"])
        observations.forEach { $0.invalidate() }
    }
}
