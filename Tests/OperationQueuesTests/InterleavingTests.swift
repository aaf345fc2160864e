import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Synchronization
import Testing

/// The shipped queues and subclasses of the shipped operation, under thousands of interleavings.
@Suite(.serialized)
struct InterleavingTests {
    static let schedules = 500
    /// For each strategy that isn't the standard one.
    static let fewerSchedules = 50

    static let otherStrategies = SchedulingStrategy.all.filter { $0 != .standard }

    /// The queues that a scenario has made, to see that they are let go.
    private final class Made<Queue: AnyObject & Sendable>: Sendable {
        private struct Weak: Sendable { weak var queue: Queue? }
        private let all = Synchronization.Mutex<[Weak]>([])

        func keep(_ queue: Queue) -> Queue {
            all.withLock { $0.append(Weak(queue: queue)) }
            return queue
        }

        var alive: Int { all.withLock { $0.count { $0.queue != nil } } }
    }

    private func explore<Queue: OperationQueueProtocol>(
        _ scenario: Scenario<Queue>, schedules: Int = schedules, _ make: @escaping @Sendable () -> Queue
    ) async where Queue.Operation == Operations.Operation {
        let made = Made<Queue>()
        let report = await ScheduleExploration.explore(schedules: schedules, name: scenario.name) {
            await scenario.body({ made.keep(make()) }) { outcome in
                ExploredSchedule.expect(outcome.left == 0, "\(outcome.left) operations are left")
                for (index, operation) in outcome.operations.enumerated() {
                    let runs = operation.runs.load(ordering: .relaxed)
                    let allowed = outcome.cancelled.contains(index) ? 0...1 : 1...1
                    ExploredSchedule.expect(allowed.contains(runs), "\(index) ran \(runs) times")
                    ExploredSchedule.expect(
                        operation.early.load(ordering: .relaxed) == 0, "\(index) ran early")
                    ExploredSchedule.expect(
                        operation.isFinished && !operation.isExecuting, "operation \(index) has not ended")
                }
            }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.choices > 20 * report.schedules, "\(scenario.name): there was little to choose")
        #expect(made.alive == 0, "\(scenario.name): a queue was not let go")
    }

    @Test func lockedQueuePassesAllSchedules() async {
        for scenario in Scenario<LockedOperationQueue>.all {
            await explore(scenario) { LockedOperationQueue() }
        }
    }

    @Test func actorQueuePassesAllSchedules() async {
        for scenario in Scenario<ActorOperationQueue>.all {
            await explore(scenario) { ActorOperationQueue() }
        }
    }

    @Test func lateDependencySendsOperationBackInAllSchedules() async {
        for scenario in Scenario<LockedOperationQueue>.lateDependencies {
            await explore(scenario) { LockedOperationQueue() }
        }
        for scenario in Scenario<ActorOperationQueue>.lateDependencies {
            await explore(scenario) { ActorOperationQueue() }
        }
    }

    /// Whether an exploration sees the mutexes of the runtime, which a build with a sanitizer doesn't let it.
    private func seesRuntime() async -> Bool {
        await ScheduleExploration.explore(schedules: 1) {}.seesRuntime
    }

    @Test func featuresOfTheLockedQueuePassAllSchedules() async {
        let features = Scenario<LockedOperationQueue>.features
        let bounded = await seesRuntime() ? [Scenario<LockedOperationQueue>.bounded] : []
        for scenario in features + bounded { await explore(scenario) { LockedOperationQueue() } }
    }

    @Test func featuresOfTheActorQueuePassAllSchedules() async {
        let features = Scenario<ActorOperationQueue>.features
        let bounded = await seesRuntime() ? [Scenario<ActorOperationQueue>.bounded] : []
        for scenario in features + bounded { await explore(scenario) { ActorOperationQueue() } }
    }

    @Test func completionBlocksHoldUpNeitherQueue() async {
        for scenario in Scenario<LockedOperationQueue>.completions {
            await explore(scenario) { LockedOperationQueue() }
        }
        for scenario in Scenario<ActorOperationQueue>.completions {
            await explore(scenario) { ActorOperationQueue() }
        }
    }

    @Test(arguments: otherStrategies)
    func lockedQueuePassesAllSchedules(strategy: SchedulingStrategy) async {
        for scenario in Scenario<LockedOperationQueue>.all {
            await explore(scenario, schedules: Self.fewerSchedules) {
                LockedOperationQueue(strategy: strategy)
            }
        }
    }

    @Test(arguments: otherStrategies)
    func actorQueuePassesAllSchedules(strategy: SchedulingStrategy) async {
        for scenario in Scenario<ActorOperationQueue>.all {
            await explore(scenario, schedules: Self.fewerSchedules) {
                ActorOperationQueue(strategy: strategy)
            }
        }
    }

    @Test func strategiesAreFoundByName() {
        #expect(Set(SchedulingStrategy.all.map(\.name)).count == SchedulingStrategy.all.count)
        for strategy in SchedulingStrategy.all {
            #expect(SchedulingStrategy(named: strategy.name) == strategy)
        }
        #expect(SchedulingStrategy(named: "none of them") == nil)
    }
}
