import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration

/// Short programs, each of which writes a plain word, and reads it where a client may expect to see what was written.
extension OrderScenario {
    /// Short, so more of their schedules are run.
    static func publications<Queue: OperationQueueProtocol>(
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
                let others = [Memory(), Memory()]
                let operation = BlockOperation { memory.sum += 1 }
                for other in others { operation.addExecutionBlock { other.sum += 1 } }
                queue.addOperation(operation)
                await operation.waitUntilFinished()
                for other in others { memory.sum += other.sum }
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
            scenario("condition to who sees it ready") { queue, memory in
                let operation = AdvancedBlockOperation {}
                operation.addCondition(
                    BlockCondition {
                        memory.sum += 1
                        return true
                    })
                let producer = startTask { queue.addOperation(operation) }
                if (0..<4).contains(where: { _ in operation.isReady }) {
                    ExploredSchedule.cover("ready")
                    memory.sum += 1
                }
                await producer.value
                await operation.waitUntilFinished()
            },
            scenario("conditions to body") { queue, memory in
                let other = Memory()
                let operation = AdvancedBlockOperation { memory.sum += other.sum }
                for written in [memory, other] { operation.addCondition(LaterCondition { written.sum += 1 }) }
                queue.addOperation(operation)
                await operation.waitUntilFinished()
            },
            scenario("dependency to condition") { queue, memory in
                let dependency = BlockOperation { memory.sum += 1 }
                let operation = AdvancedBlockOperation {}
                operation.addCondition(BlockCondition { memory.sum > 0 })
                // The thread that adds the operation says so in plain memory, for the one that evaluates.
                operation.addCondition(memory.category)
                operation.addDependency(dependency)
                let producer = startTask {
                    queue.addOperation(dependency)
                    for _ in 0..<4 { _ = operation.isReady }
                }
                queue.addOperation(operation)
                await producer.value
                await operation.waitUntilFinished()
                ExploredSchedule.expect(operation.errors.isEmpty, "the condition has failed")
            },
            scenario("category to who cancels") { queue, memory in
                let operation = AdvancedBlockOperation {}
                operation.addCondition(memory.category)
                let producer = startTask { queue.addOperation(operation) }
                operation.cancel()
                await producer.value
                await operation.waitUntilFinished()
            },
            scenario("cancel to who asks") { queue, memory in
                let operation = AdvancedBlockOperation {}
                operation.addCondition(DependentCondition(memory: memory))
                let other = startTask { for _ in 0..<4 { _ = operation.isReady } }
                operation.cancel()
                queue.addOperation(operation)
                await other.value
                await operation.waitUntilFinished()
                ExploredSchedule.expect(
                    operation.errors.isEmpty, "the condition of a cancelled operation was evaluated")
            },
            scenario("dependency of a condition to it") { queue, memory in
                let operation = AdvancedBlockOperation {}
                operation.addCondition(DependentCondition(memory: memory))
                operation.addCondition(memory.category)
                queue.addOperation(operation)
                await operation.waitUntilFinished()
                ExploredSchedule.expect(operation.errors.isEmpty, "the condition has failed")
            },
            scenario("body to next body of its category") { queue, memory in
                let operations = (0..<2).map { _ in AdvancedBlockOperation { memory.sum += 1 } }
                for operation in operations { operation.addCondition(memory.category) }
                let producer = startTask { queue.addOperation(operations[0]) }
                queue.addOperation(operations[1])
                await producer.value
                for operation in operations { await operation.waitUntilFinished() }
                memory.sum += 1
            },
        ]
    }
}

/// What nothing but the queue protects.
private final class Memory: @unchecked Sendable {
    var sum = 0

    /// No other schedule has it: what one leaves behind is in the way of none.
    var category: MutuallyExclusive<Memory> {
        MutuallyExclusive("\(UInt(bitPattern: ObjectIdentifier(self)))")
    }
}

/// Is met if an operation of its own has run.
private struct DependentCondition: SynchronousOperationCondition {
    let name = "dependent"
    let memory: Memory
    func dependency(for operation: AdvancedOperation) -> Operation? { BlockOperation { memory.sum += 1 } }
    func evaluateNow(for operation: AdvancedOperation) throws {
        if memory.sum == 0 { throw ConditionFailed(name, "the dependency has not run") }
    }
}

/// Is met in a task of its own.
private struct LaterCondition: OperationCondition {
    let name = "later"
    let write: @Sendable () -> Void
    func evaluate(for operation: AdvancedOperation) async throws { write() }
}
