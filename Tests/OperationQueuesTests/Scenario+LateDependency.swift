import ConcurrencyPrimitives
import OperationQueues
import Operations
import Synchronization

/// Notes whether its dependency had ended when it ran.
private final class Delayed: Counted, @unchecked Sendable {
    let dependency = Counted()
    private let ranFirst = ConcurrencyPrimitives.Atomic<UInt64>(0)

    override func main() {
        if !dependency.isFinished { ranFirst.store(1) }
        // The dependency may have come too late: judged by what `delay` found.
        runs.add(1, ordering: .relaxed)
    }

    /// Adds the dependency. True if it came in time (rule 3.10).
    func delay() -> Bool {
        addDependency(dependency)
        return !isExecuting && !isFinished
    }

    func judge(_ isInTime: Bool) {
        if isInTime, !isCancelled, ranFirst.load() == 1 { early.add(1, ordering: .relaxed) }
    }
}

/// Comes after another of the same priority.
private final class Last: Counted, @unchecked Sendable {
    let first = Counted()

    override func main() {
        if !first.isFinished { early.add(1, ordering: .relaxed) }
        super.main()
    }
}

/// A dependency that is added between a queue's decision to start an operation and its beginning sends the operation back.
extension Scenario {
    static var lateDependencies: [Scenario] {
        [lateInOnlySlot, lateWithOwnQuality, lateAndCancelled, tooLate]
    }

    /// The slot that the operation had taken is what its dependency needs.
    private static var lateInOnlySlot: Scenario {
        Scenario(name: "late dependency, one slot") { make, seen in
            let (queue, delayed, last) = (make(), Delayed(), Counted())
            queue.setMaxConcurrentOperationCount(1)
            queue.addOperation(delayed)
            let isInTime = delayed.delay()
            queue.addOperation(last)
            queue.addOperation(delayed.dependency)
            await queue.waitUntilAllOperationsAreFinished()
            delayed.judge(isInTime)
            let operations = [delayed, delayed.dependency, last]
            seen(Outcome(operations: operations, cancelled: [], left: await queue.operationCount))
        }
    }

    /// What has finished holds nothing back, not for a moment either: the operation keeps its place.
    private static var tooLate: Scenario {
        Scenario(name: "finished dependency") { make, seen in
            let (queue, dependency, last) = (make(), Counted(), Last())
            queue.setMaxConcurrentOperationCount(1)
            dependency.start()
            queue.addOperations([last.first, last])
            last.first.addDependency(dependency)
            await queue.waitUntilAllOperationsAreFinished()
            seen(Outcome(operations: [last.first, last], cancelled: [], left: await queue.operationCount))
        }
    }

    /// The worker was started for this operation alone. The dependency ends in another queue, while the operation goes back.
    private static var lateWithOwnQuality: Scenario {
        Scenario(name: "late dependency, own quality") { make, seen in
            let (queue, other, delayed) = (make(), make(), Delayed())
            delayed.qualityOfService = .utility
            queue.addOperation(delayed)
            let isInTime = delayed.delay()
            other.addOperation(delayed.dependency)
            await delayed.waitUntilFinished()
            await queue.waitUntilAllOperationsAreFinished()
            await other.waitUntilAllOperationsAreFinished()
            delayed.judge(isInTime)
            let left = await queue.operationCount + other.operationCount
            seen(Outcome(operations: [delayed, delayed.dependency], cancelled: [], left: left))
        }
    }

    /// Who cancels the operation, or gives it another priority, finds it on its way back.
    private static var lateAndCancelled: Scenario {
        Scenario(name: "late dependency, cancelled") { make, seen in
            let (queue, delayed) = (make(), Delayed())
            let canceller = startTask {
                delayed.queuePriority = .high
                delayed.cancel()
            }
            queue.addOperation(delayed)
            let isInTime = delayed.delay()
            await delayed.waitUntilFinished()
            await canceller.value
            queue.addOperation(delayed.dependency)
            await queue.waitUntilAllOperationsAreFinished()
            delayed.judge(isInTime)
            let operations = [delayed, delayed.dependency]
            seen(Outcome(operations: operations, cancelled: [0], left: await queue.operationCount))
        }
    }
}
