import Dispatch
import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Subclasses that override what few do: of the queue, of the block operation, and of an operation's properties.
struct SubclassTests {
    @Test func queueSubclassPreparesAddedOperations() async {
        let (names, additions) = await onThread {
            let queue = PreparingQueue()
            let log = Log<String>()
            let operation = BlockOperation { log.append("operation") }
            queue.addOperation(operation)
            queue.addOperation { log.append("block") }
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries.sorted(), queue.additions)
        }
        #expect(names == ["block", "operation"])
        // A block is added as an operation.
        #expect(additions == 2)
    }

    /// What a queue has run it lets go of, also where a subclass has seen it on its way.
    @Test func queueSubclassReleasesItsOperations() async {
        let count = 3
        let released = DispatchSemaphore(value: 0)
        await onThread {
            let queue = PreparingQueue()
            for number in 0..<count {
                let token = ReleaseToken(released)
                if number == 0 {
                    queue.addOperation(BlockOperation { withExtendedLifetime(token) {} })
                } else {
                    queue.addOperation { withExtendedLifetime(token) {} }
                }
            }
            queue.waitUntilAllOperationsAreFinished()
        }
        // It may be a moment later than the end of the wait; the time limit is for what never comes.
        let results = await onThread { (0..<count).map { _ in released.wait(timeout: .now() + 60) } }
        #expect(results.allSatisfy { $0 == .success })
    }

    @Test func blockOperationSubclassRunsItsMain() async {
        let entries = await onThread {
            let log = Log<Int>()
            let operation = CountedBlocks()
            for number in 0..<3 { operation.addExecutionBlock { log.append(number) } }
            OperationQueue().addOperations([operation], waitUntilFinished: true)
            log.append(operation.added)
            return log.entries
        }
        #expect(entries.prefix(3).sorted() == [0, 1, 2])
        #expect(entries.last == 3)
    }

    @Test func operationSubclassReadsItsProperties() async {
        let (count, priority) = await onThread {
            let operation = WatchfulOperation()
            operation.addDependency(Operation())
            operation.queuePriority = .veryHigh
            return (operation.added, operation.queuePriority)
        }
        #expect(count == 1)
        #expect(priority == .high)
    }
}

private final class PreparingQueue: OperationQueue, @unchecked Sendable {
    @Guarded private(set) var additions = 0

    override func addOperation(_ operation: Operation) {
        additions += 1
        super.addOperation(operation)
    }
}

private final class CountedBlocks: BlockOperation, @unchecked Sendable {
    @Guarded private(set) var added = 0

    override func addExecutionBlock(_ block: @escaping @Sendable () -> Void) {
        added += 1
        super.addExecutionBlock(block)
    }
}

private final class WatchfulOperation: Operation, @unchecked Sendable {
    @Guarded private(set) var added = 0

    override func addDependency(_ operation: Operation) {
        added += 1
        super.addDependency(operation)
    }

    override var queuePriority: Operation.QueuePriority {
        get { super.queuePriority }
        set { super.queuePriority = newValue == .veryHigh ? .high : newValue }
    }
}

/// Says when it is released.
private final class ReleaseToken: Sendable {
    private let released: DispatchSemaphore

    init(_ released: DispatchSemaphore) { self.released = released }

    deinit { released.signal() }
}
