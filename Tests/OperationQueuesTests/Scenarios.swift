import ConcurrencyPrimitives
import OperationQueues
import Operations
import Synchronization

/// Counts its runs, and sees to it that it runs after its dependencies.
class Counted: Operations.Operation, @unchecked Sendable {
    let runs = Synchronization.Atomic<Int>(0)
    let early = Synchronization.Atomic<Int>(0)

    func count() {
        runs.wrappingAdd(1, ordering: .relaxed)
        if !isCancelled && !dependencies.allSatisfy(\.isFinished) {
            early.wrappingAdd(1, ordering: .relaxed)
        }
    }

    override func main() { count() }
}

/// Executes until it is cancelled.
final class EndsWhenCancelled: Counted, @unchecked Sendable {
    let begun = Latch()
    private let end = Latch()

    override func main() {
        count()
        begun.open()
        end.waitBlocking()
    }

    override func cancel() {
        super.cancel()
        end.open()
    }
}

/// Ends on another thread than it was started on, maybe before its `start` has returned.
final class EndsElsewhere: Counted, @unchecked Sendable {
    private let life = ConcurrencyPrimitives.Atomic<UInt64>(0)

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { life.load() == 1 }
    override var isFinished: Bool { life.load() == 2 }

    override func start() {
        life.store(1)
        didChangeValue(for: \.isExecuting)
        startTask {
            self.count()
            self.life.store(2)
            self.didChangeValue(for: \.isFinished)
        }
    }
}

/// What a scenario leaves to be judged.
struct Outcome: Sendable {
    var operations: [Counted]
    /// Those that may have been cancelled before they ran.
    var cancelled: Set<Int>
    /// What the queues say they still hold.
    var left: Int
}

/// A scenario for queues of one kind: makes its queues, and gives its outcome when all has come to an end.
struct Scenario<Queue: OperationQueueProtocol>: Sendable where Queue.Operation == Operations.Operation {
    typealias Body =
        @Sendable (_ make: @Sendable () -> Queue, _ seen: @Sendable (Outcome) -> Void) async -> Void

    let name: String
    let body: Body

    static var all: [Scenario] { [order, edges, release, late, idle, end, hold, wait, cancelAll] }

    /// All are cancelled while one executes: those that wait for it don't run because it ends.
    static var cancelAll: Scenario {
        Scenario(name: "cancel all") { make, seen in
            let (queue, executing, waiting) = (make(), EndsWhenCancelled(), [Counted(), Counted()])
            waiting[0].addDependency(executing)
            waiting[1].addDependency(waiting[0])
            queue.addOperations([executing] + waiting)
            await executing.begun.wait()
            queue.cancelAllOperations()
            for operation in waiting {
                await operation.waitUntilFinished()
                operation.early.store(operation.runs.load(ordering: .relaxed), ordering: .relaxed)
            }
            await queue.waitUntilAllOperationsAreFinished()
            let operations = [executing] + waiting
            seen(Outcome(operations: operations, cancelled: [1, 2], left: await queue.operationCount))
        }
    }

    /// Two producers, a diamond of dependencies, a canceller, a limit that is raised, suspension.
    static var order: Scenario {
        Scenario(name: "order") { make, seen in
            let queue = make()
            let operations = (0..<5).map { _ in Counted() }
            operations[2].addDependency(operations[0])
            operations[2].addDependency(operations[1])
            operations[3].addDependency(operations[2])
            queue.setMaxConcurrentOperationCount(1)
            queue.setSuspended(true)
            let canceller = startTask { operations[1].cancel() }
            let producer = startTask {
                queue.addOperation(operations[1])
                queue.addOperation(operations[4])
                queue.setMaxConcurrentOperationCount(2)
            }
            queue.addOperation(operations[3])
            queue.addOperation(operations[2])
            queue.setSuspended(false)
            queue.addOperation(operations[0])
            await producer.value
            await canceller.value
            await operations[3].waitUntilFinished()
            await queue.waitUntilAllOperationsAreFinished()
            seen(Outcome(operations: operations, cancelled: [1], left: await queue.operationCount))
        }
    }

    /// Edges that come and go while operations start and end, here and elsewhere; priorities; cancel-all.
    static var edges: Scenario {
        Scenario(name: "edges") { make, seen in
            let (queue, other) = (make(), make())
            let operations = [Counted(), EndsElsewhere(), Counted(), EndsElsewhere(), Counted()]
            operations[2].addDependency(operations[0])
            operations[3].addDependency(operations[1])
            let editor = startTask {
                operations[4].addDependency(operations[3])
                operations[2].removeDependency(operations[0])
                operations[2].addDependency(operations[1])
                operations[2].queuePriority = .high
            }
            let canceller = startTask { other.cancelAllOperations() }
            queue.addOperations([operations[4], operations[2], operations[0]])
            other.addOperation(operations[3])
            other.addOperation(operations[1])
            for operation in operations { await operation.waitUntilFinished() }
            await editor.value
            await canceller.value
            await queue.waitUntilAllOperationsAreFinished()
            await other.waitUntilAllOperationsAreFinished()
            let left = await queue.operationCount + other.operationCount
            // Who runs without what it depended on having ended, because that edge came too late, is no error:
            // so the early ones are those that the graph held back from the start.
            operations[4].early.store(0, ordering: .relaxed)
            operations[2].early.store(0, ordering: .relaxed)
            seen(Outcome(operations: operations, cancelled: [1, 3], left: left))
        }
    }

    /// Queues that nobody holds but their operations, while others cancel and end what is in them.
    static var release: Scenario {
        Scenario(name: "release") { make, seen in
            let operations = [Counted(), Counted(), EndsElsewhere()]
            operations[1].addDependency(operations[0])
            let canceller = startTask { operations[1].cancel() }
            let editor = startTask {
                operations[1].removeDependency(operations[0])
                operations[2].queuePriority = .low
            }
            make().addOperation(operations[1])
            make().addOperations([operations[2], operations[0]])
            for operation in operations { await operation.waitUntilFinished() }
            await canceller.value
            await editor.value
            operations[1].early.store(0, ordering: .relaxed)
            seen(Outcome(operations: operations, cancelled: [1], left: 0))
        }
    }

    /// Operations, each alone in a queue that nobody else holds, that are cancelled or given another priority while
    /// they start and end: who does that tells the queue, if it is there still.
    static var late: Scenario {
        Scenario(name: "late") { make, seen in
            let operations = (0..<6).map { _ in Counted() }
            let editors = [0, 1].map { first in
                startTask {
                    for operation in operations.dropFirst(first * 3).prefix(3) {
                        if first == 0 { operation.cancel() } else { operation.queuePriority = .high }
                    }
                }
            }
            for operation in operations { make().addOperation(operation) }
            for operation in operations { await operation.waitUntilFinished() }
            for editor in editors { await editor.value }
            seen(Outcome(operations: operations, cancelled: [0, 1, 2], left: 0))
        }
    }

    /// A queue that becomes empty again and again while its producers, who alone hold it, are in the middle of adding.
    static var hold: Scenario {
        Scenario(name: "hold") { make, seen in
            let operations = (0..<6).map { _ in Counted() }
            let producers = { (queue: Queue) in
                [0, 2, 4].map { first in
                    startTask {
                        queue.addOperations([operations[first]])
                        queue.setName("still there")
                        queue.addOperations([operations[first + 1]])
                        queue.setName("still there")
                    }
                }
            }(make())
            for operation in operations { await operation.waitUntilFinished() }
            for producer in producers { await producer.value }
            seen(Outcome(operations: operations, cancelled: [], left: 0))
        }
    }

    /// Operations that come just when workers find nothing and give up, since those before them have finished:
    /// nothing but the adding itself tells the queue of them.
    static var idle: Scenario {
        Scenario(name: "idle") { make, seen in
            let queue = make()
            let operations = (0..<5).map { _ in Counted() }
            let producers = [1, 3].map { first in
                startTask {
                    queue.addOperation(operations[first])
                    await operations[first].waitUntilFinished()
                    queue.addOperation(operations[first + 1])
                }
            }
            queue.addOperation(operations[0])
            for operation in operations { await operation.waitUntilFinished() }
            for producer in producers { await producer.value }
            seen(Outcome(operations: operations, cancelled: [], left: 0))
        }
    }

    /// Queues that are let go by their producers right after the last operation was added, while others come to
    /// their end and the queue was empty for a moment.
    static var end: Scenario {
        Scenario(name: "end") { make, seen in
            let operations = [Counted(), EndsElsewhere(), Counted(), Counted()]
            let producers = { (queue: Queue) in
                [1, 2].map { index in
                    startTask {
                        queue.addOperation(operations[index])
                        await operations[index].waitUntilFinished()
                        if index == 1 { queue.addOperation(operations[3]) }
                    }
                }
            }(make())
            make().addOperation(operations[0])
            for operation in operations { await operation.waitUntilFinished() }
            for producer in producers { await producer.value }
            seen(Outcome(operations: operations, cancelled: [], left: 0))
        }
    }

    /// Who waits for the queue waits for what it has added, however empty the queue was a moment before (9.3); and
    /// who asks is told of what it has added.
    static var wait: Scenario {
        Scenario(name: "wait") { make, seen in
            let queue = make()
            let operations = (0..<5).map { _ in Counted() }
            queue.setMaxConcurrentOperationCount(1)
            let producers = [1, 3].map { first in
                startTask {
                    queue.addOperation(operations[first])
                    await queue.waitUntilAllOperationsAreFinished()
                    if !operations[first].isFinished { operations[first].early.add(1, ordering: .relaxed) }
                    queue.addOperation(operations[first + 1])
                    let left = await queue.operations
                    // What has ended may have left; what has not ended by now had not then.
                    if !operations[first + 1].isFinished, !left.contains(operations[first + 1]) {
                        operations[first + 1].early.add(1, ordering: .relaxed)
                    }
                }
            }
            queue.addOperation(operations[0])
            await queue.waitUntilAllOperationsAreFinished()
            if !operations[0].isFinished { operations[0].early.add(1, ordering: .relaxed) }
            for producer in producers { await producer.value }
            await queue.waitUntilAllOperationsAreFinished()
            seen(Outcome(operations: operations, cancelled: [], left: await queue.operationCount))
        }
    }
}
