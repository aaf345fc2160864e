import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// The watch that looks whether the workers of a queue are blocked.
@Suite(.serialized)
struct WorkerWatchTests {
    /// A timer may come when the queue has nothing left to look at. That one is over then, and another is started.
    @Test(arguments: QueueFeatureTests.queues.indices)
    func blockedWorkersAreReplacedAfterAnIdleTime(_ index: Int) async {
        let report = await explore(schedules: 300, name: "idle watch, queue \(index)") {
            let queue = QueueFeatureTests.queues[index]()
            // As many as compute at once.
            let count = min(4, ProcessorCount.available)
            let early = (0..<count).map { _ in Parker() }
            for parker in early { queue.addOperation { parker.park() } }
            queue.addOperation {}
            for parker in early { parker.unpark() }
            await queue.waitUntilAllOperationsAreFinished()
            try await Task.sleep(for: .seconds(1))

            let blocked = (0..<count).map { _ in Parker() }
            for parker in blocked { queue.addOperation { parker.park() } }
            // It runs only in the place of one that is blocked.
            queue.addOperation { for parker in blocked { parker.unpark() } }
            await queue.waitUntilAllOperationsAreFinished()
        }
        #expect(report.hasPassed, "\(report)")
    }
}
