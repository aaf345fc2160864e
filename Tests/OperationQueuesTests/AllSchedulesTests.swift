import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// Every order of the conflicting steps of a small program, in an instrumented build: the queue's, its workers' and the runtime's.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct AllSchedulesTests {
    /// Adds an operation from a producer, and waits until the queue is empty.
    private static func scenario(_ queue: LockedOperationQueue) async {
        let run = Latch("the operation to run")
        let producer = startTask { queue.addOperation(BlockOperation { run.open() }) }
        await producer.value
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.expect(run.isOpen, "the queue was empty before the operation had run")
    }

    @Test func operationOfAProducerRunsInEverySchedule() async {
        var plan = ExplorationPlan()
        (plan.strategy, plan.schedules, plan.shrinks) = (.exhaustive, 100_000, false)
        let report = await explore(plan, name: "lock") { await Self.scenario(LockedOperationQueue()) }
        #expect(report.hasPassed && report.isComplete && report.schedules > 1, "\(report)")
        print("\(report)")
    }
}

@Sendable private func isInstrumented() async -> Bool { await explore(schedules: 1) {}.isInstrumented }
