import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// What observers of a queue are notified of, and when.
struct QueueObserverTests {
    /// Changes of the number of operations.
    private static func count(_ change: QueueChange, in log: Log<[Int]>) {
        if case .operations(let from, let to) = change { log.append([from, to]) }
    }

    @Test(arguments: QueueFeatureTests.queues.indices)
    func barrierIsReportedWhenItIsAdded(_ index: Int) async {
        let (queue, log) = (QueueFeatureTests.queues[index](), Log<[Int]>())
        queue.setSuspended(true)
        let observation = queue.observe { Self.count($0, in: log) }
        queue.addBarrierBlock {}
        _ = await queue.operationCount
        #expect(log.entries == [[0, 1]])
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        observation.invalidate()
    }

    /// What a handler captures that ends its own observation.
    private final class KeptToken: Sendable {
        let token = Mutex<ObservationToken?>(nil)
        private let isGone: Latch

        init(_ isGone: Latch) { self.isGone = isGone }

        deinit { isGone.open() }
    }

    /// Both are let go of with the queue. If they aren't, this waits for ever.
    @Test(arguments: QueueFeatureTests.queues.indices) func handlerMayHoldItsToken(_ index: Int) async {
        let isGone = Latch()
        do {
            let (queue, kept) = (QueueFeatureTests.queues[index](), KeptToken(isGone))
            let token = queue.observe { _ in withExtendedLifetime(kept) {} }
            kept.token.withLock { $0 = token }
            queue.addOperation {}
            await queue.waitUntilAllOperationsAreFinished()
        }
        await isGone.wait()
    }

    /// Nobody visits a suspended queue otherwise.
    @Test(arguments: QueueFeatureTests.queues.indices)
    func additionToASuspendedQueueIsReportedWithoutAnotherCall(_ index: Int) async {
        let (queue, isTold) = (QueueFeatureTests.queues[index](), Latch())
        queue.setSuspended(true)
        queue.addOperation {}
        let observation = queue.observe { if case .operations(_, to: 2) = $0 { isTold.open() } }
        _ = await queue.operationCount
        queue.addOperation {}
        await isTold.wait()
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        observation.invalidate()
    }

    /// Of the changes that were noted meanwhile, too.
    @Test func observerThatEndsItselfIsToldNothingMore() {
        let (queue, log) = (LockedOperationQueue(), Log<String>())
        let changing = queue.observe { change in
            if case .name(_, to: "1") = change { for name in ["2", "3"] { queue.name = name } }
        }
        let observation = Mutex<ObservationToken?>(nil)
        let oneShot = queue.observe { change in
            log.append("\(change)")
            observation.withLock { $0 }?.invalidate()
        }
        observation.withLock { $0 = oneShot }
        queue.name = "1"
        #expect(log.entries.count == 1, "\(log.entries)")
        changing.invalidate()
    }

    /// The end of the only one that the queue has taken in must not silence one that it hasn't.
    @Test func observerIsToldThoughAnotherEndsAsItBegins() async {
        let report = await explore(schedules: 1_000, name: "two observers of an actor") {
            let queue = ActorOperationQueue()
            let isTold = Atomic<UInt64>(0)
            let first = queue.observe { _ in }
            _ = await queue.operationCount
            let second = queue.observe { if case .name(_, to: "new") = $0 { isTold.store(1) } }
            first.invalidate()
            queue.setName("new")
            ExploredSchedule.whenQuiescent {
                withExtendedLifetime(second) {
                    isTold.load() == 1 ? nil : "an observer that had begun was notified of nothing"
                }
            }
        }
        #expect(report.hasPassed, "\(report)")
    }
}
