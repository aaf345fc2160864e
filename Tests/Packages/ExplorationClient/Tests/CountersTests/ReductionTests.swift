import ScheduleExploration
import Synchronization
import Testing

/// An exhaustive search that leaves out equal schedules finds what one finds that runs all.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct ReductionTests {
    /// What the schedules of one exploration have noted.
    ///
    /// `@unchecked Sendable`: its threads run one at a time, and it has ended when this is read.
    private final class Outcomes: @unchecked Sendable {
        private(set) var all: Set<String> = []
        func note(_ outcome: String) { all.insert(outcome) }
    }

    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let memory: MemoryModel
        let body: @Sendable () async -> String
    }

    private final class Words: Sendable {
        let x = Atomic(0), y = Atomic(0)
    }

    static let scenarios = [
        Scenario(testDescription: "a permit by what a load has read", memory: .rc11) {
            let (words, semaphore) = (Words(), SystemSemaphore())
            let writer = Task { words.x.store(1, ordering: .relaxed) }
            let poster = Task {
                if words.x.load(ordering: .relaxed) == 1 { semaphore.post() }
                words.y.store(1, ordering: .relaxed)
            }
            let (isThere, y) = (semaphore.tryWait(), words.y.load(ordering: .relaxed))
            await writer.value
            await poster.value
            return "\(isThere) \(y) \(semaphore.tryWait())"
        },
        Scenario(testDescription: "a cancel and a look", memory: .sequential) {
            let words = Words()
            let worker = Task {
                words.y.store(1, ordering: .relaxed)
                return "\(Task.isCancelled) \(words.x.load(ordering: .relaxed))"
            }
            worker.cancel()
            words.x.store(1, ordering: .relaxed)
            return await worker.value
        },
        Scenario(testDescription: "a cancel and a look from elsewhere", memory: .sequential) {
            let words = Words()
            let cancelled = Task { words.y.store(1, ordering: .relaxed) }
            let looker = Task {
                "\(cancelled.isCancelled) \(words.x.load(ordering: .relaxed))"
            }
            cancelled.cancel()
            words.x.store(1, ordering: .relaxed)
            await cancelled.value
            return await looker.value
        },
        Scenario(testDescription: "two looks at the clock", memory: .sequential) {
            let clock = ContinuousClock()
            let other = Task { clock.now }
            let now = clock.now
            return await now < other.value ? "before" : "after"
        },
    ]

    @Test(arguments: scenarios) func reducedSearchFindsTheSame(_ scenario: Scenario) async {
        func search(_ strategy: ExplorationStrategy) async -> (outcomes: Set<String>, schedules: Int) {
            var plan = ExplorationPlan()
            (plan.strategy, plan.schedules, plan.memory) = (strategy, 100_000, scenario.memory)
            let outcomes = Outcomes()
            let report = await explore(plan, name: scenario.testDescription) {
                await outcomes.note(scenario.body())
            }
            #expect(report.hasPassed && report.isComplete, "\(report)")
            return (outcomes.all, report.schedules)
        }
        let (all, reduced) = (await search(.exhaustive(preemptions: 1_000)), await search(.exhaustive))
        #expect(reduced.outcomes == all.outcomes)
        #expect(all.outcomes.count > 1, "there was nothing to find")
        print("\(scenario): \(all.schedules) schedules, \(reduced.schedules) without equal ones")
    }
}
