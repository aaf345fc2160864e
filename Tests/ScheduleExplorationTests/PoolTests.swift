import CScheduleInterposition
import ConcurrencyPrimitives
import Dispatch
import ScheduleExploration
import Testing

/// Tasks that block the threads on which tasks run. This program holds `ScheduleInterposition`.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct PoolTests {
    /// Two tasks block a thread each until a third has signalled.
    private func explored(_ poolThreads: Int?, replay: ReplayToken? = nil) async -> ExplorationReport {
        var plan = ExplorationPlan()
        (plan.schedules, plan.poolThreads, plan.replay) = (300, poolThreads, replay)
        return await explore(plan, name: "tasks that block") {
            let semaphore = DispatchSemaphore(value: 0)
            let waiters = (0..<2).map { _ in Task { blocking { semaphore.wait() } } }
            let other = Task { for _ in 0..<2 { semaphore.signal() } }
            for waiter in waiters { await waiter.value }
            await other.value
        }
    }

    @Test(arguments: [1, 2]) func tasksThatBlockAllThreadsAreADeadlock(threads: Int) async throws {
        let report = await explored(threads)
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .deadlock && "\(failure.token)".hasSuffix(":pool\(threads)"), "\(failure)")
        let waiting = failure.blocked.filter { $0.reason.contains("has not begun") }
        #expect(!waiting.isEmpty && waiting.allSatisfy { $0.owners.count == threads }, "\(failure)")
        #expect("\(failure)".contains("tasks have all \(threads) threads of the pool"), "\(failure)")
        // The token says how many there are, whatever the plan says.
        let again = await explored(nil, replay: failure.token)
        #expect(again.failure?.kind == .deadlock, "\(again)")
    }

    @Test(arguments: [nil, 3]) func threadsSuffice(threads: Int?) async {
        let report = await explored(threads)
        #expect(report.hasPassed, "\(report)")
    }

    private actor Counter {
        var count = 0
        func add() { count += 1 }
    }

    /// Who awaits has no thread.
    @Test(arguments: ExplorationStrategy.all) func tasksThatAwaitNeedOneThread(strategy: ExplorationStrategy)
        async
    {
        var plan = ExplorationPlan()
        (plan.schedules, plan.poolThreads, plan.strategy) = (100, 1, strategy)
        let report = await explore(plan) {
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        await counter.add()
                        try? await Task.sleep(for: .milliseconds(1))
                        await Task { @MainActor in await counter.add() }.value
                    }
                }
            }
            let count = await counter.count
            ExploredSchedule.expect(count == 6, "\(count)")
        }
        #expect(report.hasPassed, "\(report)")
    }
}
