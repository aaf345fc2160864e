import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// Operations whose `start` finds that they aren't ready after all, and gives the claim back.
@Suite(.serialized)
struct GivenBackTests {
    /// Gives its first claim back, and isn't ready again until it is opened or cancelled.
    private final class Refusing: Operation, @unchecked Sendable {
        let isRefused = Latch("the first start has been refused")
        private let isOpen = Atomic<Int>(1)
        private let starts = Atomic<Int>(0)
        let runs = Atomic<Int>(0)

        override var isReady: Bool { super.isReady && (isOpen.load() == 1 || isCancelled) }

        override func start() {
            guard starts.adding(1) == 1, !isCancelled else { return super.start() }
            isOpen.store(0)
            isRefused.open()
            giveClaimBack()
        }

        override func main() { _ = runs.adding(1) }

        func open() {
            isOpen.store(1)
            didChangeValue(for: \.isReady)
        }
    }

    @Test(arguments: [1, -1])
    func slotIsGivenBack(limit: Int) async {
        let queue = LockedOperationQueue(), refusing = Refusing(), log = Log<Int>()
        queue.maxConcurrentOperationCount = limit
        queue.addOperation(refusing)
        let later = BlockOperation { log.append(1) }
        queue.addOperation(later)
        await later.waitUntilFinished()
        refusing.isRefused.waitBlocking()
        #expect(!refusing.isReady && !refusing.isFinished && queue.operations.contains(refusing))
        refusing.open()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(refusing.runs.load() == 1 && log.entries == [1])
    }

    /// It is opened, or cancelled, at each moment from its refusal on.
    @Test(arguments: [false, true])
    func operationThatIsGivenBackRunsOnce(isCancelled: Bool) async {
        let report = await explore(schedules: 2_000, name: "given back, cancelled \(isCancelled)") {
            let queue = LockedOperationQueue(), refusing = Refusing()
            queue.maxConcurrentOperationCount = 1
            queue.addOperation(refusing)
            let later = BlockOperation {}
            queue.addOperation(later)
            let other = startTask {
                await refusing.isRefused.wait()
                if isCancelled { refusing.cancel() } else { refusing.open() }
            }
            await queue.waitUntilAllOperationsAreFinished()
            await other.value
            ExploredSchedule.expect(
                refusing.runs.load() == (isCancelled ? 0 : 1), "it ran another number of times")
            ExploredSchedule.expect(refusing.isFinished && later.isFinished, "something is left")
            ExploredSchedule.expect(queue.operationCount == 0, "something is left in the queue")
        }
        #expect(report.hasPassed, "\(report)")
    }
}
