import ConcurrencyPrimitives
import OperationQueues
import Operations
import Synchronization
import Testing

/// The shipped queues and subclasses of the shipped operation, under hundreds of interleavings.
@Suite(.serialized)
struct InterleavingTests {
    static let seeds: ClosedRange<UInt64> = 1...100
    /// For each strategy that isn't the standard one.
    static let fewerSeeds: ClosedRange<UInt64> = 1...10

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
        _ scenario: Scenario<Queue>, seeds: ClosedRange<UInt64> = seeds,
        _ make: @escaping @Sendable () -> Queue
    ) async where Queue.Operation == Operations.Operation {
        for seed in seeds {
            let result = Synchronization.Mutex<Outcome?>(nil)
            let made = Made<Queue>()
            let (choices, stuck) = await onThread {
                RandomScheduler.run(seed: seed) {
                    await scenario.body({ made.keep(make()) }) { outcome in result.withLock { $0 = outcome } }
                }
            }
            #expect(choices.count > 20, "\(scenario.name), seed \(seed): there was little to choose")
            #expect(stuck == 0, "\(scenario.name), seed \(seed): threads wait for ever")
            #expect(made.alive == 0, "\(scenario.name), seed \(seed): a queue was not let go")
            guard let outcome = result.withLock({ $0 }) else {
                Issue.record("\(scenario.name), seed \(seed): the scenario came to rest before its end")
                return
            }
            #expect(outcome.left == 0, "\(scenario.name), seed \(seed)")
            for (index, operation) in outcome.operations.enumerated() {
                let runs = operation.runs.load(ordering: .relaxed)
                let allowed = outcome.cancelled.contains(index) ? 0...1 : 1...1
                #expect(allowed.contains(runs), "\(scenario.name), seed \(seed): \(index) ran \(runs) times")
                #expect(
                    operation.early.load(ordering: .relaxed) == 0,
                    "\(scenario.name), seed \(seed): \(index) ran early")
                #expect(
                    operation.isFinished && !operation.isExecuting,
                    "\(scenario.name), seed \(seed): operation \(index) has not ended")
            }
        }
    }

    /// The exploration blocks its caller, so it gets a thread that may be blocked.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            WorkerThread.start { continuation.resume(returning: body()) }
        }
    }

    @Test func lockedQueue() async {
        for scenario in Scenario<LockedOperationQueue>.all {
            await explore(scenario) { LockedOperationQueue() }
        }
    }

    @Test func actorQueue() async {
        for scenario in Scenario<ActorOperationQueue>.all {
            await explore(scenario) { ActorOperationQueue() }
        }
    }

    @Test(arguments: otherStrategies)
    func lockedQueue(strategy: SchedulingStrategy) async {
        for scenario in Scenario<LockedOperationQueue>.all {
            await explore(scenario, seeds: Self.fewerSeeds) { LockedOperationQueue(strategy: strategy) }
        }
    }

    @Test(arguments: otherStrategies)
    func actorQueue(strategy: SchedulingStrategy) async {
        for scenario in Scenario<ActorOperationQueue>.all {
            await explore(scenario, seeds: Self.fewerSeeds) { ActorOperationQueue(strategy: strategy) }
        }
    }

    @Test func strategiesAreFoundByName() {
        #expect(Set(SchedulingStrategy.all.map(\.name)).count == SchedulingStrategy.all.count)
        for strategy in SchedulingStrategy.all {
            #expect(SchedulingStrategy(named: strategy.name) == strategy)
        }
        #expect(SchedulingStrategy(named: "none of them") == nil)
    }

    /// The same seed makes the same choices, one by one, with threads as well as with jobs.
    @Test func sameSeedSameChoices() async {
        func choices<Queue: OperationQueueProtocol>(
            _ scenario: Scenario<Queue>, _ make: @escaping @Sendable () -> Queue
        ) async -> [[Int]] where Queue.Operation == Operations.Operation {
            await onThread {
                (0..<3).map { _ in
                    RandomScheduler.run(seed: 7) { await scenario.body({ make() }) { _ in } }.choices
                }
            }
        }
        let locked = await choices(.order) { LockedOperationQueue() }
        #expect(locked.allSatisfy { $0 == locked[0] })
        let isolated = await choices(.order) { ActorOperationQueue() }
        #expect(isolated.allSatisfy { $0 == isolated[0] })
    }

    /// That the scheduler can find something at all: an update that gets lost between a load and a store.
    @Test func lostUpdateIsFound() async {
        let lost = await onThread {
            Self.seeds.filter { seed in
                final class Shared: Sendable {
                    let word = ConcurrencyPrimitives.Atomic<UInt64>(0)
                    func increment() { word.store(word.load() + 1) }
                }
                let shared = Shared()
                _ = RandomScheduler.run(seed: seed) {
                    let other = startTask { shared.increment() }
                    shared.increment()
                    await other.value
                }
                return shared.word.load() == 1
            }
        }
        #expect(!lost.isEmpty && lost.count < Self.seeds.count)
    }
}
