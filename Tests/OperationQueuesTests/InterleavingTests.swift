import ConcurrencyPrimitives
import OperationQueues
import Operations
import Synchronization
import Testing

/// The shipped queues and a subclass of the shipped operation, under hundreds of interleavings.
@Suite(.serialized)
struct InterleavingTests {
    static let seeds: ClosedRange<UInt64> = 1...300

    /// Counts its runs, and sees to it that it runs after its dependencies.
    final class Counted: Operations.Operation, @unchecked Sendable {
        let runs = Synchronization.Atomic<Int>(0)
        let early = Synchronization.Atomic<Int>(0)

        override func main() {
            runs.wrappingAdd(1, ordering: .relaxed)
            if !isCancelled && !dependencies.allSatisfy(\.isFinished) {
                early.wrappingAdd(1, ordering: .relaxed)
            }
        }
    }

    struct Outcome {
        var operations: [Counted]
        var cancelled: Set<Int>
        var left: Int
        var waited: Bool
    }

    /// Two producers, a diamond of dependencies, a canceller, a limit that is raised, suspension.
    static func scenario<Queue: OperationQueueProtocol>(
        _ queue: Queue, _ outcome: @escaping @Sendable (Outcome) -> Void
    ) -> @Sendable () async -> Void where Queue.Operation == Operations.Operation {
        {
            let operations = (0..<5).map { _ in Counted() }
            operations[2].addDependency(operations[0])
            operations[2].addDependency(operations[1])
            operations[3].addDependency(operations[2])
            queue.setMaxConcurrentOperationCount(1)
            queue.setSuspended(true)
            let canceller = startTask { operations[1].cancel() }
            let producer = startTask {
                queue.addOperation(operations[1])
                queue.addOperation(operations[4])
                queue.setMaxConcurrentOperationCount(2)
            }
            queue.addOperation(operations[3])
            queue.addOperation(operations[2])
            queue.setSuspended(false)
            queue.addOperation(operations[0])
            await producer.value
            await canceller.value
            await operations[3].waitUntilFinished()
            await queue.waitUntilAllOperationsAreFinished()
            outcome(
                Outcome(
                    operations: operations, cancelled: [1], left: await queue.operationCount, waited: true))
        }
    }

    func explore<Queue: OperationQueueProtocol>(_ make: @escaping @Sendable () -> Queue) async
    where Queue.Operation == Operations.Operation {
        for seed in Self.seeds {
            let result = Synchronization.Mutex<Outcome?>(nil)
            let (choices, stuck) = await onThread {
                RandomScheduler.run(
                    seed: seed, Self.scenario(make()) { outcome in result.withLock { $0 = outcome } })
            }
            #expect(choices > 20, "seed \(seed): there was little to choose")
            #expect(stuck == 0, "seed \(seed): threads wait for ever")
            guard let outcome = result.withLock({ $0 }) else {
                Issue.record("seed \(seed): the scenario came to rest before its end")
                return
            }
            #expect(outcome.left == 0, "seed \(seed)")
            for (index, operation) in outcome.operations.enumerated() {
                let runs = operation.runs.load(ordering: .relaxed)
                let expected = outcome.cancelled.contains(index) ? 0...1 : 1...1
                #expect(expected.contains(runs), "seed \(seed): operation \(index) ran \(runs) times")
                #expect(operation.early.load(ordering: .relaxed) == 0, "seed \(seed): \(index) ran early")
                #expect(operation.isFinished && !operation.isExecuting, "seed \(seed): operation \(index)")
            }
        }
    }

    /// The exploration blocks its caller, so it gets a thread that may be blocked.
    func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            WorkerThread.start { continuation.resume(returning: body()) }
        }
    }

    @Test func lockedQueue() async { await explore { LockedOperationQueue() } }
    @Test func actorQueue() async { await explore { ActorOperationQueue() } }

    @Test func sameSeedSameChoices() async {
        let counts = await onThread {
            (0..<2).map { _ in
                RandomScheduler.run(seed: 7, Self.scenario(LockedOperationQueue()) { _ in }).choices
            }
        }
        #expect(counts[0] == counts[1])
    }
}
