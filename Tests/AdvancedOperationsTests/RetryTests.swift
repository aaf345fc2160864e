import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// Retries, delays and pipelines.
struct RetryTests {
    /// An operation that fails at the first `failures` attempts.
    private func failing(_ failures: Int, _ log: Log<Int>) -> @Sendable (Int) -> Operation {
        { number in
            AdvancedBlockOperation { _ in
                log.append(number)
                if number <= failures { throw TestError(number: number) }
            }
        }
    }

    @Test(arguments: Kind.allCases) func attemptsFollowOneAnotherUntilOneSucceeds(_ kind: Kind) async {
        let (clock, log) = (ManualClock(), Log<Int>())
        let backoff = Backoff(initial: .seconds(1), multiplier: 3, maximum: .seconds(8), jitter: 0)
        let retry = RetryOperation(
            RetryPolicy(maximumAttempts: 9, backoff: backoff), on: kind.ofGroup, clock: clock,
            makeAttempt: failing(4, log))
        kind.queue.addOperation(retry)
        for number in 1...4 {
            await clock.hasScheduled(number)
            #expect(log.entries == Array(1...number) && !retry.isFinished)
            clock.advance(by: .seconds(8))
        }
        await retry.waitUntilFinished()
        #expect(log.entries == [1, 2, 3, 4, 5] && retry.errors.isEmpty && retry.attemptCount == 5)
        #expect(clock.delays == [.seconds(1), .seconds(3), .seconds(8), .seconds(8)])
    }

    @Test(arguments: Kind.allCases) func lastAttemptsErrorsAreThoseOfTheOperation(_ kind: Kind) async {
        let (clock, log) = (ManualClock(), Log<Int>())
        let policy = RetryPolicy(maximumAttempts: 2, backoff: Backoff(initial: .zero, jitter: 0))
        let retry = RetryOperation(policy, clock: clock, makeAttempt: failing(9, log))
        kind.queue.addOperation(retry)
        await clock.hasScheduled(1)
        clock.advance(by: .zero)
        await retry.waitUntilFinished()
        #expect(log.entries == [1, 2])
        #expect(retry.errors.compactMap { ($0 as? TestError)?.number } == [2])

        let picky = RetryPolicy(maximumAttempts: 9) { ($0 as? TestError)?.number != 1 }
        let single = RetryOperation(picky, clock: clock, makeAttempt: failing(9, log))
        kind.queue.addOperation(single)
        await single.waitUntilFinished()
        #expect(single.attemptCount == 1 && single.errors.count == 1)
    }

    @Test(arguments: Kind.allCases) func cancellingEndsAPauseAndAnAttempt(_ kind: Kind) async {
        let (clock, log) = (ManualClock(), Log<Int>())
        let pausing = RetryOperation(clock: clock, makeAttempt: failing(9, log))
        kind.queue.addOperation(pausing)
        await clock.hasScheduled(1)
        pausing.cancel()
        await pausing.waitUntilFinished()
        #expect(pausing.attemptCount == 1 && clock.pending == 0)

        let begun = Latch()
        let running = RetryOperation(clock: clock) { _ in
            AdvancedTaskOperation { _ in
                begun.open()
                while true {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
        }
        kind.queue.addOperation(running)
        await begun.wait()
        running.cancel()
        await running.waitUntilFinished()
        #expect(running.attemptCount == 1)

        let early = RetryOperation(clock: clock, makeAttempt: failing(0, log))
        early.cancel()
        kind.queue.addOperation(early)
        await early.waitUntilFinished()
        #expect(early.attemptCount == 0)
    }

    /// The clock is asked for a pause, and the operation is cancelled before it knows of that.
    @Test(arguments: Kind.allCases) func cancelWhileThePauseIsMadeEndsIt(_ kind: Kind) async {
        let clock = CancellingClock()
        let retry = RetryOperation(clock: clock, makeAttempt: failing(9, Log<Int>()))
        clock.operation.withLock { $0 = retry }
        kind.queue.addOperation(retry)
        await retry.waitUntilFinished()
        #expect(retry.attemptCount == 1 && retry.isCancelled)
        clock.operation.withLock { $0 = nil }
    }

    @Test(arguments: Kind.allCases) func nothingIsTriedIfAConditionFails(_ kind: Kind) async {
        let log = Log<Int>()
        let retry = RetryOperation(clock: ManualClock(), makeAttempt: failing(0, log))
        retry.addCondition(BlockCondition { false })
        kind.queue.addOperation(retry)
        await retry.waitUntilFinished()
        #expect(retry.attemptCount == 0 && log.entries.isEmpty && retry.errors.count == 1)
    }

    @Test func pausesAreTheSameForASeedAndWithinTheirBounds() async {
        func delays(_ seed: UInt64) async -> [Duration] {
            let clock = ManualClock()
            let policy = RetryPolicy(
                maximumAttempts: 6, backoff: Backoff(initial: .seconds(2), multiplier: 1, jitter: 0.5))
            let retry = RetryOperation(policy, clock: clock, seed: seed, makeAttempt: failing(9, Log<Int>()))
            Kind.locked.queue.addOperation(retry)
            for number in 1...5 {
                await clock.hasScheduled(number)
                clock.advance(by: .seconds(2))
            }
            await retry.waitUntilFinished()
            return clock.delays
        }
        let first = await delays(1)
        #expect(first.count == 5 && first.allSatisfy { $0 > .seconds(1) && $0 <= .seconds(2) })
        #expect(await delays(1) == first)
        #expect(await delays(2) != first)
    }

    @Test(arguments: Kind.allCases) func delayEndsWithItsTimeOrItsCancellation(_ kind: Kind) async {
        let (clock, queue) = (ManualClock(), kind.queue)
        let delays = (1...3).map { DelayOperation(.seconds($0), clock: clock) }
        queue.setMaxConcurrentOperationCount(8)
        queue.addOperations(delays)
        await clock.hasScheduled(3)
        clock.advance(by: .seconds(1))
        await delays[0].waitUntilFinished()
        #expect(!delays[1].isFinished && !delays[2].isFinished)
        delays[2].cancel()
        await delays[2].waitUntilFinished()
        #expect(clock.pending == 1 && !delays[1].isFinished)
        clock.advance(by: .seconds(1))
        await delays[1].waitUntilFinished()
        let cancelled = DelayOperation(.seconds(9), clock: clock)
        cancelled.cancel()
        queue.addOperation(cancelled)
        await cancelled.waitUntilFinished()
        #expect(clock.pending == 0)
    }

    @Test(arguments: Kind.allCases) func delayOnTheMachinesClockEnds(_ kind: Kind) async {
        let delay = DelayOperation(.nanoseconds(1))
        kind.queue.addOperation(delay)
        await delay.waitUntilFinished()
        #expect(!delay.isCancelled)
    }

    @Test(arguments: Kind.allCases) func resultOfOneIsTheInputOfTheNext(_ kind: Kind) async throws {
        let queue = kind.queue
        let number = PipelineOperation { 20 }
        let sum = number.then { $0 + 1 }
        let product = sum.then(awaiting: { value in
            await Task.yield()
            return value * 2
        })
        let text = product.then { "\($0)" }
        #expect(throws: ResultUnavailable.notFinished) { try text.result }
        queue.addOperations([text, product, sum, number])
        await queue.waitUntilAllOperationsAreFinished()
        #expect(try text.result == "42")
    }

    @Test(arguments: Kind.allCases) func failureCancelsWhatFollows(_ kind: Kind) async {
        let queue = kind.queue
        let log = Log<String>()
        let first = PipelineOperation<Int> { throw TestError() }
        let second = first.then { _ in log.append("second") }
        let third = second.then { _ in log.append("third") }
        queue.addOperations([third, second, first])
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries.isEmpty && second.isCancelled && third.isCancelled && !first.isCancelled)
        #expect((second.errors.first as? InputUnavailable)?.reason is TestError)
        #expect(throws: TestError.self) { try first.result }
        #expect(throws: InputUnavailable.self) { try third.result }

        let cancelled = PipelineOperation(awaiting: { 1 })
        let next = cancelled.then { $0 }
        cancelled.cancel()
        queue.addOperations([next, cancelled])
        await queue.waitUntilAllOperationsAreFinished()
        #expect(next.isCancelled)
        #expect(throws: ResultUnavailable.cancelled) { try cancelled.result }
    }
}

/// A clock whose time never comes, and which cancels who asks for it.
private final class CancellingClock: OperationClock {
    let operation = Mutex<Operation?>(nil)

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall {
        operation.withLock { $0 }?.cancel()
        return ScheduledCall {}
    }
}
