import CScheduleInterposition
import ConcurrencyPrimitives
import Dispatch
import Foundation
import ScheduleExploration
import Testing

/// Limits that run out while other threads can continue. This program holds `ScheduleInterposition`.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct EarlyTimeoutTests {
    /// A program that expects its limit not to run out; it has another limit of an hour, or sleeps so long.
    enum Limit: CaseIterable {
        case semaphore, condition, group, task, thread

        /// Whether the other thread was done by then.
        func isEnough() async -> Bool {
            let isDone = Box(Atomic<Int>(0))
            let hour = 3600.0
            switch self {
            case .semaphore:
                let semaphore = DispatchSemaphore(value: 0)
                Thread.detachNewThread { semaphore.signal() }
                return blocking { semaphore.wait(timeout: .now() + hour) == .success }
            case .condition:
                let condition = NSCondition()
                Thread.detachNewThread {
                    condition.withLock {
                        isDone.value.store(1)
                        condition.signal()
                    }
                }
                return blocking {
                    condition.withLock {
                        isDone.value.load() == 1 || condition.wait(until: Date(timeIntervalSinceNow: hour))
                    }
                }
            case .group:
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) { isDone.value.store(1) }
                return blocking { group.wait(timeout: .now() + hour) == .success }
            case .task:
                return await withTaskGroup(of: Bool.self) { group in
                    group.addTask {
                        await Task.yield()
                        return true
                    }
                    group.addTask {
                        try? await Task.sleep(for: .seconds(hour))
                        return false
                    }
                    defer { group.cancelAll() }
                    return await group.next()!
                }
            case .thread:
                Thread.detachNewThread { isDone.value.store(1) }
                return blocking {
                    Thread.sleep(forTimeInterval: hour)
                    return isDone.value.load() == 1
                }
            }
        }
    }

    private func explored(
        _ limit: Limit, timeouts: Int, replay: ReplayToken? = nil, strategy: ExplorationStrategy = .rotating
    ) async -> ExplorationReport {
        var plan = ExplorationPlan()
        (plan.schedules, plan.earlyTimeouts, plan.replay) = (300, timeouts, replay)
        plan.strategy = strategy
        return await explore(plan, name: "a limit") {
            let isEnough = await limit.isEnough()
            ExploredSchedule.expect(isEnough, "the limit came first")
        }
    }

    @Test(arguments: Limit.allCases) func limitMayComeFirst(_ limit: Limit) async throws {
        let report = await explored(limit, timeouts: 1)
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.message == "the limit came first")
        #expect("\(failure.token)".hasSuffix(":early1"))
        #expect("\(failure)".contains(" early"), "\(failure)")
        // The token says that it may, whatever the plan says.
        let again = await explored(limit, timeouts: 0, replay: failure.token)
        #expect(again.failure?.message == failure.message, "\(again)")
    }

    @Test(arguments: Limit.allCases) func limitWaitsUnlessThePlanSaysOtherwise(_ limit: Limit) async {
        let report = await explored(limit, timeouts: 0)
        #expect(report.hasPassed && report.letsLimitsWait, "\(report)")
        #expect("\(report)".contains("waited until nothing else could continue"), "\(report)")
    }

    @Test(arguments: ExplorationStrategy.all)
    func programThatAllowsForItPasses(strategy: ExplorationStrategy) async {
        var plan = ExplorationPlan()
        (plan.schedules, plan.earlyTimeouts, plan.strategy) = (300, 2, strategy)
        let report = await explore(plan) {
            let semaphore = DispatchSemaphore(value: 0)
            Thread.detachNewThread { semaphore.signal() }
            while semaphore.wait(timeout: .now() + 1) != .success {}
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.priorityBounds.isEmpty)
        #expect(!"\(report)".contains("waited until nothing else could continue"), "\(report)")
    }

    @Test func programWithoutLimitsHasNone() async {
        let report = await explore(schedules: 20) {
            let (lock, item) = (NSLock(), DispatchWorkItem {})
            let task = startTask { lock.withLock {} }
            lock.withLock {}
            // Whether it has run is looked for again and again.
            DispatchQueue.global().async(execute: item)
            blocking { item.wait() }
            await task.value
        }
        #expect(report.hasPassed && !report.letsLimitsWait, "\(report)")
    }
}
