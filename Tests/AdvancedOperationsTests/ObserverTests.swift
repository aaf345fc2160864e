import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// Observers, ends and produced operations, each test on both queues.
///
/// Who expects what observers were notified of waits for the queue: who begins to wait for an operation that has finished goes on at
/// once, maybe before its observers know.
struct ObserverTests {
    @Test(arguments: Kind.allCases) func observersAreToldInOrderAndLateOnesWhatFollows(_ kind: Kind) async {
        let queue = kind.queue
        let (log, late) = (Log<String>(), Log<String>())
        let operation = AdvancedBlockOperation { operation in
            log.append("body")
            operation.produceOperation(BlockOperation {})
            operation.addObserver(late.observer)
            operation.cancel(with: TestError())
            operation.cancel()
            throw TestError()
        }
        operation.addObserver(log.observer)
        operation.addObserver(BlockObserver(finishHandler: { _, _ in log.append("second observer") }))
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(
            log.entries == [
                "will start", "did start", "body", "produced", "cancelled", "will finish 2", "did finish 2",
                "second observer",
            ])
        #expect(late.entries == ["cancelled", "will finish 2", "did finish 2"])
    }

    @Test(arguments: Kind.allCases) func operationThatNeverRunsIsNotToldToStart(_ kind: Kind) async {
        let queue = kind.queue
        let log = Log<String>()
        let operation = AdvancedBlockOperation { _ in log.append("body") }
        operation.addObserver(log.observer)
        operation.cancel()
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["cancelled", "will finish 0", "did finish 0"])
    }

    @Test(arguments: Kind.allCases) func firstOfSeveralFinishesDecides(_ kind: Kind) async {
        let queue = kind.queue
        for _ in 0..<200 {
            let log = Log<String>()
            let operation = AdvancedTaskOperation { operation in
                await withTaskGroup(of: Void.self) { group in
                    for number in 1...4 {
                        group.addTask { operation.finish(errors: [TestError(number: number)]) }
                    }
                }
            }
            operation.addObserver(log.observer)
            queue.addOperation(operation)
            await queue.waitUntilAllOperationsAreFinished()
            #expect(operation.errors.count == 1)
            #expect(log.entries == ["will start", "did start", "will finish 1", "did finish 1"])
        }
    }

    @Test func willFinishHookIsCalledOnceWithTheErrors() async {
        final class Hooked: AdvancedOperation, @unchecked Sendable {
            let log = Log<Int>()
            override func main() { cancel(with: TestError()) }
            override func willFinish(errors: [any Error]) {
                log.append(errors.count + (isFinished ? 100 : 0))
            }
        }
        let operation = Hooked()
        operation.start()
        operation.finish(errors: [TestError()])
        #expect(operation.log.entries == [1] && operation.isFinished && operation.errors.count == 1)
    }

    @Test(arguments: Kind.allCases) func producedOperationsJoinTheQueueOfTheirProducer(_ kind: Kind) async {
        let queue = kind.queue(limit: 1)
        let log = Log<String>()
        let operation = AdvancedTaskOperation { operation in
            for name in ["first", "second"] { operation.produceOperation(log.operation(name)) }
            log.append("\(await queue.operationCount)")
        }
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["3", "first", "second"])
    }

    @Test(arguments: Kind.allCases) func timeoutCancelsWithAnErrorOfItsOwn(_ kind: Kind) async {
        let queue = kind.queue
        let clock = ManualClock()
        let observer = TimeoutObserver(after: .seconds(10), clock: clock)
        let cancelled = Latch()
        let slow = AdvancedTaskOperation { _ in await cancelled.wait() }
        slow.addObserver(observer)
        slow.addObserver(BlockObserver(cancelHandler: { _ in cancelled.open() }))
        let quick = AdvancedBlockOperation { _ in }
        quick.addObserver(observer)
        queue.addOperation(quick)
        await queue.waitUntilAllOperationsAreFinished()
        queue.addOperation(slow)
        await clock.hasScheduled(2)
        #expect(clock.pending == 1)
        clock.advance(by: .seconds(9))
        #expect(!slow.isCancelled)
        clock.advance(by: .seconds(1))
        await queue.waitUntilAllOperationsAreFinished()
        #expect(slow.errors.map { $0 as? OperationTimedOut } == [OperationTimedOut(timeout: .seconds(10))])
        #expect(slow.isCancelled && !quick.isCancelled && clock.pending == 0)
    }

    @Test func timeoutAfterTheEndChangesNothing() async {
        // A clock whose calls can't be cancelled.
        final class Stubborn: OperationClock {
            let bodies = Mutex<[@Sendable () -> Void]>([])
            func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall {
                bodies.withLock { $0.append(body) }
                return ScheduledCall {}
            }
        }
        let clock = Stubborn()
        let operation = AdvancedBlockOperation { _ in }
        operation.addObserver(TimeoutObserver(after: .zero, clock: clock))
        operation.start()
        for body in clock.bodies.withLock({ $0 }) { body() }
        #expect(operation.errors.isEmpty && !operation.isCancelled)
    }

    @Test(arguments: Kind.allCases) func asynchronousWorkSeesItsCancellation(_ kind: Kind) async {
        let queue = kind.queue
        let begun = Latch()
        let operation = AdvancedTaskOperation { _ in
            begun.open()
            while true {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        queue.addOperation(operation)
        await begun.wait()
        operation.cancel()
        await operation.waitUntilFinished()
        #expect(operation.errors.first is CancellationError)
    }

    /// What depends on the operation may run while its observers are notified of the end, whoever they are.
    @Test(arguments: Kind.allCases) func observerOfTheEndMayWaitForADependent(_ kind: Kind) async {
        let queue = kind.queue
        let (dependent, hasWaited) = (BlockOperation {}, Latch())
        let operation = AdvancedBlockOperation {}
        dependent.addDependency(operation)
        operation.addObserver(
            BlockObserver(finishHandler: { _, _ in
                dependent.waitUntilFinished()
                hasWaited.open()
            }))
        queue.addOperations([dependent, operation])
        await hasWaited.wait()
        await queue.waitUntilAllOperationsAreFinished()
    }

    /// An operation with a `main` of its own is counted when it has ended, like any other.
    @Test(arguments: Kind.allCases) func overriddenMainIsCountedAsProgress(_ kind: Kind) async {
        final class Overriding: AdvancedOperation, @unchecked Sendable {
            override func main() {}
        }
        let queue = kind.queue
        queue.setTotalUnitCount(1)
        queue.addOperation(Overriding())
        await queue.waitUntilAllOperationsAreFinished()
        #expect(await queue.workProgress.completedUnitCount == 1)
    }

    @Test func errorsAreCombined() {
        #expect(AggregateError.combining([]) == nil)
        #expect(AggregateError.combining([TestError(number: 1)]) as? TestError == TestError(number: 1))
        let two = AggregateError.combining([TestError(number: 1), TestError(number: 2)])!
        let three = AggregateError.combining([two, TestError(number: 3)]) as? AggregateError
        #expect(three?.errors.compactMap { ($0 as? TestError)?.number } == [1, 2, 3])
        let again = AggregateError.combining([two]) as? AggregateError
        #expect(again?.errors.compactMap { ($0 as? TestError)?.number } == [1, 2])
    }
}
