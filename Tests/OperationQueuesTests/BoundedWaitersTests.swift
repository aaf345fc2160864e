import ConcurrencyPrimitives
import Dispatch
import Operations
import ScheduleExploration
import Testing

@testable import OperationQueues

/// What an actor's queue says of itself outside of its actor, and when a queue says what it holds.
@Suite struct BoundedWaitersTests {
    @Test func waitForANewQueueEndsWithoutTheActor() async throws {
        let queue = ActorOperationQueue()
        let isKnown = queue.inbox.isQueueEmpty
        #expect(isKnown)
        try await queue.waitUntilAllOperationsAreFinished(timeout: .zero)
    }

    @Test func emptyQueueIsKnownToBeEmptyAfterAnEvent() async {
        let queue = ActorOperationQueue()
        queue.setName("renamed")
        let count = await queue.operationCount
        let isKnown = queue.inbox.isQueueEmpty
        #expect(count == 0 && isKnown)
    }

    @Test func lastWaiterTakesTheCopyOfTheMembersAlong() async {
        let queue = ActorOperationQueue()
        queue.setSuspended(true)
        queue.addOperation {}
        let copies = Mutex<[Bool]>([])
        let isThere = Latch("the waiter is registered")
        let waiter = startTask {
            _ = await BoundedWait.suspend(timeout: nil) { waiter in
                _ = queue.register(bounded: waiter)
                isThere.open()
                return true
            } withdraw: { wait in
                let isThere = queue.boundedWaiters.withdraw(wait) != nil
                let isKept = queue.boundedWaiters.withdraw(wait) != nil
                copies.withLock { $0 = [isThere, isKept] }
            }
        }
        await isThere.wait()
        _ = await queue.operationCount
        waiter.cancel()
        await waiter.value
        #expect(copies.withLock { $0 } == [true, false])
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
    }

    /// What is added while the visit ends isn't part of what the event found: `underlyingQueue` would refuse a move that
    /// was made on an empty queue.
    @Test func answerIsOfTheMomentOfTheEvent() async {
        let contradictions = Atomic<Int>(0)
        let report = await ScheduleExploration.explore(schedules: 1_000, name: "move beside add") {
            let queue = LockedOperationQueue()
            let target = DispatchQueue(label: "target")
            await suspend { resumption in
                WorkerThread.start {
                    let (count, hasMoved) = queue.handle(.moved(to: target)) {
                        ($0.members.count, $0.settings.underlyingQueue === target)
                    }
                    if count > 0, hasMoved { contradictions.adding(1) }
                    resumption.resume()
                }
                queue.addOperation {}
            }
            await queue.waitUntilAllOperationsAreFinished()
        }
        #expect(report.hasPassed, "\(report)")
        #expect(contradictions.load() == 0)
    }
}
