import ConcurrencyPrimitives
import OperationQueues
import Operations
import QueueConformance
import QueueExploration
import QueueSubjects
import ScheduleExploration

/// A scenario that weakened orders are judged by: an explored rule on one queue, or what one thread writes and another reads.
struct OrderScenario: Sendable {
    let name: String
    /// How many times the schedules of a rule.
    let share: Int
    /// Explores it by a plan.
    let explore: @Sendable (ExplorationPlan) async -> ExplorationReport
    /// The accesses that its schedules have reached.
    var accesses: Set<AccessSite> = []

    static let all: [OrderScenario] =
        publications("lock") { LockedOperationQueue() } + publications("actor") { ActorOperationQueue() }
        + rules(of: LockSubject()) + rules(of: ActorSubject())

    private static func rules(of subject: some ExplorableSubject) -> [OrderScenario] {
        ExplorationBook.all.map { rule in
            OrderScenario(name: "\(rule.id) on \(subject.name)", share: 1) { await rule.explore(subject, $0) }
        }
    }

    /// What nothing but the queue protects.
    private final class Memory: @unchecked Sendable { var sum = 0 }

    /// Each writes a plain word, and reads it where a client may expect to see what was written. Short, so more of their
    /// schedules are run.
    private static func publications<Queue: OperationQueueProtocol>(
        _ queueName: String, _ makeQueue: @escaping @Sendable () -> Queue
    ) -> [OrderScenario] where Queue.Operation == Operations.Operation {
        func scenario(
            _ name: String, _ body: @escaping @Sendable (Queue, Memory) async -> Void
        ) -> OrderScenario {
            let name = "\(name) on \(queueName)"
            return OrderScenario(name: name, share: 4) {
                await ScheduleExploration.explore($0, name: name) { await body(makeQueue(), Memory()) }
            }
        }
        return [
            scenario("addition to body") { queue, memory in
                let other = BlockOperation {}
                let producer = startTask { queue.addOperation(other) }
                memory.sum = 1
                let operation = BlockOperation { memory.sum += 1 }
                queue.addOperation(operation)
                await producer.value
                await operation.waitUntilFinished()
                await other.waitUntilFinished()
            },
            scenario("body to dependent") { queue, memory in
                let operations = (0..<3).map { _ in BlockOperation { memory.sum += 1 } }
                for (one, next) in zip(operations, operations.dropFirst()) { next.addDependency(one) }
                let producer = startTask { queue.addOperation(operations[1]) }
                queue.addOperation(operations[0])
                queue.addOperation(operations[2])
                await producer.value
                await operations[2].waitUntilFinished()
                memory.sum += 1
            },
            scenario("body to next body at limit 1") { queue, memory in
                queue.setMaxConcurrentOperationCount(1)
                let operations = (0..<3).map { _ in BlockOperation { memory.sum += 1 } }
                let producer = startTask { queue.addOperation(operations[0]) }
                for operation in operations.dropFirst() { queue.addOperation(operation) }
                await producer.value
                await queue.waitUntilAllOperationsAreFinished()
                memory.sum += 1
            },
            scenario("body to those who wait") { queue, memory in
                let operation = BlockOperation { memory.sum += 1 }
                let waiter = startTask {
                    await operation.waitUntilFinished()
                    _ = memory.sum
                }
                queue.addOperation(operation)
                await queue.waitUntilAllOperationsAreFinished()
                _ = memory.sum
                await waiter.value
            },
            scenario("body to completion block") { queue, memory in
                let done = Latch()
                let operation = BlockOperation { memory.sum += 1 }
                operation.completionBlock = {
                    memory.sum += 1
                    done.open()
                }
                queue.addOperation(operation)
                await done.wait()
                memory.sum += 1
            },
            scenario("further blocks to who waits") { queue, memory in
                let other = Memory()
                let operation = BlockOperation { memory.sum += 1 }
                operation.addExecutionBlock { other.sum += 1 }
                queue.addOperation(operation)
                await operation.waitUntilFinished()
                memory.sum += other.sum
            },
            scenario("body to who sees it finished") { queue, memory in
                let operation = BlockOperation { memory.sum += 1 }
                queue.addOperation(operation)
                if operation.isFinished {
                    ExploredSchedule.cover("finished")
                    memory.sum += 1
                }
                await operation.waitUntilFinished()
            },
            scenario("cancel to who sees it") { queue, memory in
                let operation = BlockOperation {}
                operation.addExecutionBlock { [unowned operation] in
                    if operation.isCancelled { _ = memory.sum }
                }
                queue.addOperation(operation)
                memory.sum = 1
                operation.cancel()
                await operation.waitUntilFinished()
            },
        ]
    }
}
