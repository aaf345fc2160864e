import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// An observer of a queue that goes away while the queue takes it in.
@Suite(.serialized)
struct EndedObserverTests {
    @Test(arguments: QueueFeatureTests.queues.indices)
    func endedObserverIsNotifiedNoMore(_ index: Int) async {
        let report = await explore(schedules: 2_000, name: "ended observer, queue \(index)") {
            let queue = QueueFeatureTests.queues[index]()
            // Somebody else goes on observing, so that changes are noted.
            let other = queue.observe { _ in }
            let isTold = Atomic<UInt64>(0)
            let begun = Latch("the other thread has begun")
            let ending = startTask {
                begun.open()
                let token = queue.observe { change in
                    if case .name(_, to: "late") = change { isTold.store(1) }
                }
                token.invalidate()
            }
            await begun.wait()
            queue.addOperation {}
            await ending.value
            queue.setName("late")
            await queue.waitUntilAllOperationsAreFinished()
            _ = await queue.operationCount
            ExploredSchedule.whenQuiescent {
                isTold.load() == 0 ? nil : "an observer was notified of a change after its end"
            }
            other.invalidate()
        }
        #expect(report.hasPassed, "\(report)")
    }
}
