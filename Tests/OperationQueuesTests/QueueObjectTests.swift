import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// What a queue behind a lock is as an object, under thousands of interleavings.
@Suite(.serialized) struct QueueObjectTests {
    private final class Attached: Sendable {}

    @Test func oneOfTwoAttachmentsIsKept() async {
        let report = await explore(schedules: 200, name: "attachments") {
            let queue = LockedOperationQueue()
            let its = Mutex<Attached?>(nil)
            let other = startTask {
                let attached = queue.attachment { _ in Attached() }
                its.withLock { $0 = attached }
            }
            let own = queue.attachment { _ in Attached() }
            await other.value
            ExploredSchedule.expect(its.withLock { $0 } === own, "two objects were attached to one queue")
        }
        #expect(report.hasPassed, "\(report)")
    }

    private final class Waiting: LockedOperationQueue, @unchecked Sendable {
        private let gate: Latch

        init(_ gate: Latch) {
            self.gate = gate
            super.init()
        }

        deinit { gate.waitBlocking() }
    }

    /// The thread that lets go of a queue runs code of its class. Work of other queues doesn't wait for that.
    @Test func endOfASubclassHoldsUpNoOtherQueue() async {
        var plan = ExplorationPlan()
        // The end of the subclass blocks a thread of the pool.
        plan.poolThreads = nil
        let report = await explore(plan, name: "end of a subclass") {
            let gate = Latch()
            let dropper = startTask {
                let queue = Waiting(gate)
                let last = BlockOperation {}
                queue.addOperation(last)
                await last.waitUntilFinished()
            }
            let other = LockedOperationQueue()
            let opener = BlockOperation { gate.open() }
            other.addOperation(opener)
            await opener.waitUntilFinished()
            await dropper.value
        }
        #expect(report.hasPassed, "\(report)")
    }
}
