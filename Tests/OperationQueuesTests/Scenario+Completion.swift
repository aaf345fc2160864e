import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Synchronization

/// Has a completion block that counts its calls, and may wait before.
private final class Completed: Counted, @unchecked Sendable {
    let calls = Synchronization.Atomic<Int>(0)
    let isOver = Latch()

    init(blockWaitsFor other: Counted? = nil) {
        super.init()
        completionBlock = { [unowned self] in
            other?.waitUntilFinished()
            calls.add(1, ordering: .relaxed)
            isOver.open()
        }
    }
}

/// Completion blocks and qualities of service of operations, which decide who works next.
extension Scenario {
    static var completions: [Scenario] {
        [1, 2].flatMap {
            [shortBlocks(limit: $0), waitingBlock(limit: $0), lateOperation(limit: $0), qualities(limit: $0)]
        }
    }

    /// So many that the queue takes the last ones to be short.
    private static var blocks: Int { 10 }

    /// Each completion block is called once, after the end, whoever calls it; also where more is added meanwhile.
    private static func shortBlocks(limit: Int) -> Scenario {
        Scenario(name: "short completion blocks, limit \(limit)") { make, seen in
            let queue = make()
            queue.setMaxConcurrentOperationCount(limit)
            queue.setSuspended(true)
            let operations = (0..<blocks).map { _ in Completed() }
            queue.addOperations(Array(operations.dropLast()))
            queue.setSuspended(false)
            queue.addOperation(operations[blocks - 1])
            await end(queue, operations, seen)
        }
    }

    /// A completion block that waits for what its queue has yet to run doesn't hold it up, also after short ones.
    private static func waitingBlock(limit: Int) -> Scenario {
        Scenario(name: "completion block that waits, limit \(limit)") { make, seen in
            let queue = make()
            queue.setMaxConcurrentOperationCount(limit)
            queue.setSuspended(true)
            let last = Counted()
            let operations = (0..<blocks).map { Completed(blockWaitsFor: $0 < blocks - 1 ? nil : last) }
            queue.addOperations(operations + [last])
            queue.setSuspended(false)
            await end(queue, operations, seen)
        }
    }

    /// Nor does one that waits for what is added when the queue has become empty.
    private static func lateOperation(limit: Int) -> Scenario {
        Scenario(name: "completion block that waits for a late operation, limit \(limit)") { make, seen in
            let queue = make()
            queue.setMaxConcurrentOperationCount(limit)
            queue.setSuspended(true)
            let late = Counted()
            let operations = (0..<blocks).map { Completed(blockWaitsFor: $0 < blocks - 2 ? nil : late) }
            queue.addOperations(operations)
            queue.setSuspended(false)
            await queue.waitUntilAllOperationsAreFinished()
            queue.addOperation(late)
            await end(queue, operations, seen)
        }
    }

    /// Operations with a quality of service of their own and without one take turns.
    private static func qualities(limit: Int) -> Scenario {
        Scenario(name: "qualities of service, limit \(limit)") { make, seen in
            let queue = make()
            queue.setMaxConcurrentOperationCount(limit)
            let operations = (0..<6).map { number in
                let operation = Completed()
                if number % 3 > 0 { operation.qualityOfService = number == 5 ? .background : .utility }
                return operation
            }
            for operation in operations { queue.addOperation(operation) }
            await end(queue, operations, seen)
        }
    }

    private static func end(
        _ queue: Queue, _ operations: [Completed], _ seen: @Sendable (Outcome) -> Void
    ) async {
        await queue.waitUntilAllOperationsAreFinished()
        for operation in operations { await operation.isOver.wait() }
        for (number, operation) in operations.enumerated() {
            let calls = operation.calls.load(ordering: .relaxed)
            ExploredSchedule.expect(calls == 1, "the completion block of \(number) was called \(calls) times")
        }
        seen(Outcome(operations: operations, cancelled: [], left: await queue.operationCount))
    }
}
