import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// What the life of an operation has to bear, beyond the rules that the suite checks on every queue.
struct OperationLifeTests {
    /// Announces its end when told to.
    final class Announced: Operation, @unchecked Sendable {
        private let ended = Atomic<UInt64>(0)
        override var isFinished: Bool { ended.load() == 1 }

        func announce() {
            ended.store(1)
            didChangeValue(for: \.isFinished)
        }
    }

    /// Ends, and then goes on inside `start` until it is let go.
    final class Lingering: Operation, @unchecked Sendable {
        private let ended = Atomic<UInt64>(0)
        let gate = Parker()
        override var isFinished: Bool { ended.load() == 1 }

        override func start() {
            ended.store(1)
            didChangeValue(for: \.isFinished)
            gate.park()
        }
    }

    static let queues: [@Sendable () -> any OperationQueueProtocol<Operation>] = [
        { LockedOperationQueue() }, { ActorOperationQueue() },
    ]

    @Test func longChainThatNeverRanIsReleased() {
        // Released one inside the other, 100,000 would exhaust the stack of a test's thread.
        var last = Operation()
        for _ in 0..<100_000 {
            let next = Operation()
            next.addDependency(last)
            last = next
        }
        #expect(last.dependencies.count == 1)
    }

    @Test(arguments: queues.indices) func operationFinishedBeforeItsStartLeavesTheQueue(_ index: Int) async {
        let queue = Self.queues[index]()
        queue.setSuspended(true)
        let operation = Announced()
        let dependent = BlockOperation {}
        dependent.addDependency(operation)
        queue.addOperation(operation)
        queue.addOperation(dependent)
        operation.announce()
        #expect(await queue.operationCount == 1, "what has ended leaves, though the queue never started it")
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(dependent.isFinished)
    }

    @Test(arguments: queues.indices) func operationFinishedInsideStartLeavesTheQueue(_ index: Int) async {
        let queue = Self.queues[index]()
        queue.setMaxConcurrentOperationCount(1)
        let operation = Lingering()
        let dependent = BlockOperation { operation.gate.unpark() }
        dependent.addDependency(operation)
        queue.addOperation(operation)
        queue.addOperation(dependent)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(dependent.isFinished)
    }

    @Test(arguments: queues.indices) func manyDependentsOfOneAreCancelled(_ index: Int) async {
        let queue = Self.queues[index]()
        let hub = Operation()
        let dependents = (0..<20_000).map { _ in
            let operation = Operation()
            operation.addDependency(hub)
            return operation
        }
        queue.addOperations(dependents)
        queue.cancelAllOperations()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(dependents.allSatisfy { $0.isFinished })
        #expect(!hub.isFinished)
    }

    @Test(arguments: queues.indices) func settingTheSamePriorityKeepsTheOrder(_ index: Int) async {
        let queue = Self.queues[index]()
        queue.setMaxConcurrentOperationCount(1)
        queue.setSuspended(true)
        let box = OrderBox()
        let operations = (0..<3).map { number in BlockOperation { box.add(number) } }
        queue.addOperations(operations)
        _ = await queue.isSuspended
        operations[0].queuePriority = operations[0].queuePriority
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(box.all == [0, 1, 2])
    }

    final class OrderBox: Sendable {
        private let numbers = Mutex<[Int]>([])
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
        var all: [Int] { numbers.withLock { $0 } }
    }

    @Test(arguments: queues.indices) func addingAndWaitingReturnsAfterExactlyThose(_ index: Int) async {
        let queue = Self.queues[index]()
        let held = Operation()
        let waiting = BlockOperation {}
        waiting.addDependency(held)
        queue.addOperation(waiting)
        let added = (0..<10).map { _ in BlockOperation {} }
        await queue.addOperations(added, waitUntilFinished: true)
        #expect(added.allSatisfy { $0.isFinished })
        #expect(!waiting.isFinished)
        held.start()
        await queue.waitUntilAllOperationsAreFinished()
    }

    @Test func dependenciesStayInOrderWhenSomeAreRemoved() {
        let operation = Operation()
        let all = (0..<100).map { _ in Operation() }
        for dependency in all + all { operation.addDependency(dependency) }
        for dependency in all[20..<90] { operation.removeDependency(dependency) }
        operation.addDependency(all[50])
        #expect(operation.dependencies == Array(all[..<20]) + Array(all[90...]) + [all[50]])
    }
}
