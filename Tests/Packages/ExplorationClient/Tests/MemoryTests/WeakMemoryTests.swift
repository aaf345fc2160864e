import ScheduleExploration
import Synchronization
import Testing

/// Programs that are right or wrong by the memory they run on.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct WeakMemoryTests {
    /// Who sets its own flag and then finds the other's down may enter: the first half of Dekker's algorithm.
    private final class Flags: Sendable {
        private let one = Atomic(false), other = Atomic(false)
        private let inside = Atomic(0)

        func enter(_ isFirst: Bool, isSequential: Bool) {
            let othersIsUp: Bool
            if isFirst {
                set(one, isSequential)
                othersIsUp = isUp(other, isSequential)
            } else {
                set(other, isSequential)
                othersIsUp = isUp(one, isSequential)
            }
            if !othersIsUp { inside.add(1, ordering: .relaxed) }
        }

        var count: Int { inside.load(ordering: .relaxed) }

        private func set(_ flag: borrowing Atomic<Bool>, _ isSequential: Bool) {
            if isSequential {
                flag.store(true, ordering: .sequentiallyConsistent)
            } else {
                flag.store(true, ordering: .releasing)
            }
        }

        private func isUp(_ flag: borrowing Atomic<Bool>, _ isSequential: Bool) -> Bool {
            isSequential ? flag.load(ordering: .sequentiallyConsistent) : flag.load(ordering: .acquiring)
        }
    }

    static func dekker(isSequential: Bool, _ plan: ExplorationPlan) async -> ExplorationReport {
        await explore(plan, name: "dekker") {
            let flags = Flags()
            let task = Task { flags.enter(false, isSequential: isSequential) }
            flags.enter(true, isSequential: isSequential)
            await task.value
            ExploredSchedule.expect(flags.count < 2, "both have entered")
        }
    }

    private static func plan(_ memory: MemoryModel, schedules: Int = 2_000) -> ExplorationPlan {
        var plan = ExplorationPlan()
        (plan.memory, plan.schedules) = (memory, schedules)
        return plan
    }

    @Test(arguments: MemoryModel.allCases)
    func storeThenLoadNeedsSequentialOrder(_ memory: MemoryModel) async throws {
        let weak = await Self.dekker(isSequential: false, Self.plan(memory))
        if memory == .sequential {
            #expect(weak.hasPassed, "\(weak)")
        } else {
            let failure = try #require(weak.failure, "\(memory): \(weak)")
            #expect(failure.message == "both have entered")
            #expect(failure.interleaving.events.contains { $0.action.contains("before the last store") })
            print("\(memory): \(weak)")
        }
        let strong = await Self.dekker(isSequential: true, Self.plan(memory))
        #expect(strong.hasPassed, "\(memory): \(strong)")
    }

    /// Two words that only relaxed accesses touch: no data race, and on x86 in order all the same.
    @Test(arguments: MemoryModel.allCases) func relaxedStoresAreNoMessage(_ memory: MemoryModel) async {
        let report = await explore(Self.plan(memory), name: "message") {
            final class Message: Sendable { let value = Atomic(0), isThere = Atomic(false) }
            let message = Message()
            let task = Task {
                message.value.store(7, ordering: .relaxed)
                message.isThere.store(true, ordering: .relaxed)
            }
            if message.isThere.load(ordering: .relaxed) {
                let value = message.value.load(ordering: .relaxed)
                ExploredSchedule.expect(value == 7, "it was \(value)")
            }
            await task.value
        }
        #expect(report.hasPassed == (memory != .rc11), "\(report)")
    }

    @Test func tokenReplaysWeakMemory() async throws {
        let found = await Self.dekker(isSequential: false, Self.plan(.rc11))
        let failure = try #require(found.failure)
        #expect(failure.token.memory == .rc11)
        var plan = ExplorationPlan()
        plan.replay = failure.token
        for _ in 0..<100 {
            let again = await Self.dekker(isSequential: false, plan)
            #expect(again.failure?.token == failure.token)
            #expect(
                again.failure?.interleaving.events.map(\.action) == failure.interleaving.events.map(\.action))
        }
    }

    /// What locks order is in order on any memory, and a loop that waits for a store sees it.
    @Test(arguments: MemoryModel.allCases) func locksAndLoopsAreRight(_ memory: MemoryModel) async {
        let report = await explore(Self.plan(memory, schedules: 500), name: "locks") {
            final class Counter: Sendable {
                let count = Mutex(0)
                let isDone = Atomic(false)
            }
            let counter = Counter()
            let task = Task {
                counter.count.withLock { $0 += 1 }
                counter.isDone.store(true, ordering: .relaxed)
            }
            counter.count.withLock { $0 += 1 }
            while !counter.isDone.load(ordering: .relaxed) {}
            await task.value
            let count = counter.count.withLock { $0 }
            ExploredSchedule.expect(count == 2, "counted to \(count)")
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Steps that commute needn't be tried in both orders.
    @Test func exhaustiveSearchFindsAsMuchInFewerSchedules() async {
        func outcomes(_ strategy: ExplorationStrategy) async -> (Set<LitmusOutcome>, Int) {
            var plan = LitmusTests.plan(.rc11)
            plan.strategy = strategy
            let program = Shapes.all.first { $0.name == "SB rel acq" }!
            let run = await LitmusRun(program, plan)
            #expect(run.report.isComplete)
            return (run.outcomes, run.report.schedules)
        }
        let (all, schedules) = await outcomes(.exhaustive(preemptions: 1_000))
        let (reduced, fewer) = await outcomes(.exhaustive)
        #expect(all == reduced)
        #expect(fewer < schedules)
        print("exhaustive: \(schedules) schedules, \(fewer) without equal ones")
    }
}
