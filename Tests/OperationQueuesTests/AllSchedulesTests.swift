import ConcurrencyPrimitives
import Foundation
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// Every order of the conflicting steps of a small program, in an instrumented build: the queue's, its workers' and the runtime's.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct AllSchedulesTests {
    /// So many schedules may the search take that is for a release build.
    private static let limit = ProcessInfo.processInfo.environment["ALL_SCHEDULES"].flatMap { Int($0) }

    /// Producers add operations, and the queue is empty only when all have run.
    private static func scenario(_ queue: LockedOperationQueue, producers: Int, operations: Int) async {
        let runs = (0..<producers * operations).map { Latch("operation \($0) to run") }
        let tasks = (0..<producers).map { producer in
            startTask {
                for run in runs[producer * operations..<(producer + 1) * operations] {
                    queue.addOperation(BlockOperation { run.open() })
                }
            }
        }
        for task in tasks { await task.value }
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.expect(
            runs.allSatisfy(\.isOpen), "the queue was empty before all operations had run")
    }

    private static func expectAll(schedules: Int, producers: Int, operations: Int) async {
        var plan = ExplorationPlan()
        (plan.strategy, plan.schedules, plan.shrinks) = (.exhaustive, schedules, false)
        let report = await explore(plan, name: "\(producers) × \(operations)") {
            await scenario(LockedOperationQueue(), producers: producers, operations: operations)
        }
        #expect(report.hasPassed && report.isComplete && report.schedules > 1, "\(report)")
        print("\(report)")
    }

    @Test func operationOfAProducerRunsInEverySchedule() async {
        await Self.expectAll(schedules: 100_000, producers: 1, operations: 1)
    }

    @Test(
        .enabled(if: limit != nil, "ALL_SCHEDULES=N, in a release build"),
        arguments: [(1, 2), (2, 1), (2, 2)])
    func operationsOfProducersRunInEverySchedule(producers: Int, operations: Int) async {
        await Self.expectAll(schedules: Self.limit!, producers: producers, operations: operations)
    }
}

@Sendable private func isInstrumented() async -> Bool { await explore(schedules: 1) {}.isInstrumented }
