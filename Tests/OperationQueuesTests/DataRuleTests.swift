import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

import class Foundation.ProcessInfo  // Foundation has a BlockOperation, too.

/// What an operation has written is there for the next: rule 3.12 where one depends on the other, and rule 6.8 on a serial queue.
/// In an instrumented build an exploration judges both, as ThreadSanitizer does in the suite.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct DataRuleTests {
    /// What nothing but the queue protects.
    private final class Memory: @unchecked Sendable { var sum = 0 }

    enum Link: String, CaseIterable { case dependency, limit, none }

    private static func scenario<Queue: OperationQueueProtocol>(_ queue: Queue, _ link: Link) async
    where Queue.Operation == Operations.Operation {
        let memory = Memory()
        let operations = (1...3).map { value in BlockOperation { memory.sum += value } }
        switch link {
        case .dependency:
            for (one, next) in zip(operations, operations.dropFirst()) { next.addDependency(one) }
        case .limit: queue.setMaxConcurrentOperationCount(1)
        case .none: break
        }
        let producer = startTask { queue.addOperation(operations[0]) }
        for operation in operations.dropFirst() { queue.addOperation(operation) }
        await producer.value
        for operation in operations { await operation.waitUntilFinished() }
        ExploredSchedule.expect(memory.sum == 6, "\(memory.sum) and not 6")
    }

    /// How many each queue runs under each memory; more of them find out more about the queues.
    private static let schedules =
        ProcessInfo.processInfo.environment["RACE_SCHEDULES"].flatMap { Int($0) } ?? 1_000

    /// How many have run.
    private static let sum = Mutex(0)

    private func reports(_ link: Link, _ memory: MemoryModel) async -> [ExplorationReport] {
        var plan = ExplorationPlan()
        (plan.schedules, plan.memory, plan.shrinks) = (Self.schedules, memory, false)
        return [
            await explore(plan, name: "\(link), lock") { await Self.scenario(LockedOperationQueue(), link) },
            await explore(plan, name: "\(link), actor") { await Self.scenario(ActorOperationQueue(), link) },
        ]
    }

    @Test(arguments: [Link.dependency, .limit], [MemoryModel.sequential, .rc11])
    func queuesKeepTheRule(_ link: Link, _ memory: MemoryModel) async {
        for report in await reports(link, memory) {
            #expect(report.hasPassed, "\(report)")
            let sum = Self.sum.withLock { sum in
                sum += report.schedules
                return sum
            }
            print("data rules: \(report), \(report.nanoseconds / 1_000_000) ms; \(sum) schedules so far")
        }
    }

    /// Operations that nothing orders race, so the judge can fail.
    @Test func unorderedOperationsRace() async throws {
        for report in await reports(.none, .sequential) {
            #expect(try #require(report.failure, "\(report)").kind == .dataRace)
        }
    }
}

@Sendable func isInstrumented() async -> Bool { await explore(schedules: 1) {}.isInstrumented }
