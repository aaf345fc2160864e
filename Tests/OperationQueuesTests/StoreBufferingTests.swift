import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// Two threads each of which stores something, and then looks for what the other has stored: one of them has to see the other.
///
/// In an instrumented build under weak memory (`scripts/explore-package --memory rc11`) both looks may find what was there before.
@Suite(.serialized) struct StoreBufferingTests {
    /// A queue whose only slot is taken until the gate is opened.
    private static func queue(busyUntil gate: Latch) async -> LockedOperationQueue {
        let (queue, begun) = (LockedOperationQueue(), Latch())
        queue.maxConcurrentOperationCount = 1
        queue.addOperation {
            begun.open()
            gate.waitBlocking()
        }
        await begun.wait()
        return queue
    }

    /// Both calls have returned: the observer was notified of the addition, or the queue held it before. It isn't left to whoever comes next.
    @Test func additionIsReportedBeforeSomebodyElseComes() async {
        let report = await explore(schedules: 300, name: "addition and observer") {
            let gate = Latch()
            let queue = await Self.queue(busyUntil: gate)
            let reported = Atomic<Int>(0)
            let adder = startTask { queue.addOperation {} }
            let observation = queue.observe { if case .operations = $0 { _ = reported.adding(1) } }
            await adder.value
            let before = reported.load()
            _ = queue.operationCount
            ExploredSchedule.expect(
                reported.load() == before, "an addition was reported only when the queue was asked")
            gate.open()
            await queue.waitUntilAllOperationsAreFinished()
            withExtendedLifetime(observation) {}
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Both calls have returned: the canceller has found the operation, or who added it sees that all were cancelled.
    @Test func cancelOfAllAndAdditionMeet() async {
        let report = await explore(schedules: 300, name: "addition and cancel") {
            let gate = Latch()
            let queue = await Self.queue(busyUntil: gate)
            let isCancelled = Atomic<Int>(0)
            let added = BlockOperation {}
            let adder = startTask {
                queue.addOperation(added)
                if isCancelled.load() == 1 { added.cancel() }
            }
            isCancelled.store(1)
            queue.cancelAllOperations()
            await adder.value
            ExploredSchedule.expect(added.isCancelled, "an operation was left out when all were cancelled")
            gate.open()
            await queue.waitUntilAllOperationsAreFinished()
        }
        #expect(report.hasPassed, "\(report)")
    }

    private final class Counting: Operation, @unchecked Sendable {
        private let stored = Atomic<Int>(0)

        var number: Int { stored.load() }

        func set(_ new: Int) {
            willChangeValue(for: \.number)
            stored.store(new)
            didChangeValue(for: \.number)
        }
    }

    /// Who observes a property of a subclass reads the new value, or is notified of it.
    @Test func changeOfOnesOwnPropertyIsSeenOrReported() async {
        let report = await explore(schedules: 300, name: "change and observer") {
            let operation = Counting()
            let reported = Atomic<Int>(0)
            let setter = startTask { operation.set(1) }
            let observation = operation.observe(\.number) { _, _ in _ = reported.adding(1) }
            let seen = operation.number
            await setter.value
            withExtendedLifetime(observation) {}
            ExploredSchedule.expect(
                seen == 1 || reported.load() > 0, "a change was neither seen nor reported")
        }
        #expect(report.hasPassed, "\(report)")
    }
}
