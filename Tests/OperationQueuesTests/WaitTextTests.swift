import ConcurrencyPrimitives
import Operations
import Testing

@testable import OperationQueues

/// What a timed-out wait looks at to say what the queue holds: a bounded part of it.
@Suite struct WaitTextTests {
    /// Counts how often operations are asked what they depend on.
    private final class Questions: Sendable { let count = Atomic<Int>(0) }

    private final class Asked: Operation, @unchecked Sendable {
        private let questions: Questions
        init(_ questions: Questions) { self.questions = questions }

        override var dependencies: [Operation] {
            questions.count.adding(1)
            return super.dependencies
        }
    }

    /// What a wait for the queue says that ends at once. An actor says what it holds while somebody waits: so somebody does.
    static func text(of queue: any OperationQueueProtocol<Operation>) async -> String {
        var waiter: Task<Void, Never>?
        if let queue = queue as? ActorOperationQueue { waiter = await Self.waiter(for: queue) }
        defer { waiter?.cancel() }
        do throws(WaitEndedEarly) {
            try await queue.waitUntilAllOperationsAreFinished(timeout: .zero)
            return ""
        } catch {
            return error.waitedFor
        }
    }

    /// Waits for the queue until it is cancelled. Returns when the queue's actor knows.
    static func waiter(for queue: ActorOperationQueue) async -> Task<Void, Never> {
        let isThere = Latch("the waiter is registered")
        let waiter = startTask {
            _ = await BoundedWait.suspend(timeout: nil) { waiter in
                _ = queue.register(bounded: waiter)
                isThere.open()
                return true
            } withdraw: {
                _ = queue.boundedWaiters.withdraw($0)
            }
        }
        await isThere.wait()
        _ = await queue.operationCount
        return waiter
    }

    @Test(arguments: QueueFeatureTests.queues.indices) func textNamesTheFirstMembers(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        queue.setSuspended(true)
        let questions = Questions()
        let operations = (0..<20_000).map { _ in Asked(questions) }
        queue.addOperations(operations)
        let text = await Self.text(of: queue)
        #expect(text.contains("and 19995 more"))
        #expect(text.contains("looked for among its first 1000 operations only"))
        #expect(questions.count.load() == 1_000)
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
    }

    @Test(arguments: QueueFeatureTests.queues.indices) func textSaysThatTheSearchWasCutOff(_ index: Int) async
    {
        let queue = QueueFeatureTests.queues[index]()
        queue.setSuspended(true)
        let questions = Questions()
        let operations = (0..<20_000).map { _ in Asked(questions) }
        for (operation, next) in zip(operations, operations.dropFirst()) { operation.addDependency(next) }
        queue.addOperations(operations)
        let ofQueue = await Self.text(of: queue)
        #expect(ofQueue.contains("was cut off after 10000 operations and dependencies"))
        #expect(questions.count.load() <= 10_000)
        let ofOperation = await #expect(throws: WaitEndedEarly.self) {
            try await operations[0].waitUntilFinished(timeout: .zero)
        }
        #expect(ofOperation?.waitedFor.contains("was cut off after 10000") == true)
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
    }

    @Test(arguments: QueueFeatureTests.queues.indices) func textNamesACycleInALargeQueue(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        queue.setSuspended(true)
        let ring = [BlockOperation {}, BlockOperation {}]
        ring[0].name = "one"
        ring[1].name = "other"
        ring[0].addDependency(ring[1])
        ring[1].addDependency(ring[0])
        queue.addOperation(ring[0])
        queue.addOperations((0..<2_000).map { _ in Operation() })
        queue.addOperation(ring[1])
        let text = await Self.text(of: queue)
        #expect(text.contains("cycle: the operation 'one' waits for the operation 'other' waits for"))
        #expect(!text.contains("only"))
        // Also lets the two go, which own each other.
        ring[0].removeDependency(ring[1])
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
    }

    @Test func copiesAsManyMembersUnderTheLockAsItNeeds() async {
        let queue = LockedOperationQueue()
        queue.isSuspended = true
        for _ in 0..<30 { queue.addOperation {} }
        queue.addBarrierBlock {}
        queue.addOperation {}
        let some = queue.content(upTo: 10)
        #expect(some.members == Array(queue.operations.prefix(10)) && some.count == 32)
        let all = queue.content(upTo: .max)
        #expect(all.members == queue.operations && all.barriers == [ObjectIdentifier(queue.operations[30])])
        queue.isSuspended = false
        await queue.waitUntilAllOperationsAreFinished()
    }
}
