import ConcurrencyPrimitives
import ScheduleExploration
import Testing

/// A promise under every order of its callers that a search comes to.
struct PromiseTests {
    @Test func firstValueReachesAllWaiters() async {
        let report = await explore {
            let promise = Promise<Int>()
            let wins = Atomic<Int>(0)
            let givers = [1, 2].map { value in
                startTask { if promise.fulfill(value) { wins.adding(value) } }
            }
            let waiter = startTask {
                let value = await promise.value()
                ExploredSchedule.expect(value == promise.current, "a waiter was given \(value)")
            }
            let blocked = Promise<Int>()
            WorkerThread.start { blocked.fulfill(promise.valueBlocking()) }
            let value = await promise.value()
            for giver in givers { await giver.value }
            await waiter.value
            ExploredSchedule.expect(wins.load() == value, "\(wins.load()) won, and \(value) arrived")
            let seen = await blocked.value()
            ExploredSchedule.expect(seen == value, "the blocked thread was given \(seen)")
        }
        #expect(report.hasPassed, "\(report)")
    }

    @Test func openedLatchReleasesAllWaiters() async {
        let report = await explore {
            let latch = Latch("door")
            let waiters = (0..<2).map { _ in startTask { await latch.wait() } }
            let opener = startTask { latch.open() }
            await latch.wait()
            ExploredSchedule.expect(latch.isOpen, "the latch let one through while it was closed")
            for task in waiters + [opener] { await task.value }
        }
        #expect(report.hasPassed, "\(report)")
    }
}
