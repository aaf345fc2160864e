import ConcurrencyPrimitives
import FoundationCompatibility
import Testing

/// What is read of a queue's progress while the queue's threads count.
@Suite struct QueueProgressTests {
    /// `@unchecked Sendable`: the progress is a queue's, which may be read by any thread.
    private final class Shared: @unchecked Sendable {
        let progress: Progress
        let isOver = Atomic<Int>(0)

        init(_ progress: Progress) { self.progress = progress }

        func take(total: Int64, completed: Int64) {
            (progress as! any TakesQueueProgress).take(
                QueueProgress(totalUnitCount: total, completedUnitCount: completed))
        }
    }

    /// Both counts are changed together, so that the fraction is one half at every moment.
    @Test func fractionIsConsistent() async {
        let queue = OperationQueue()
        let shared = Shared(queue.progress)
        shared.take(total: 2, completed: 1)
        let end = Parker()
        WorkerThread.start {
            for round in 0..<20_000 {
                let scale: Int64 = round.isMultiple(of: 2) ? 1_000_000 : 1
                shared.take(total: 2 * scale, completed: scale)
            }
            shared.isOver.store(1)
            end.unpark()
        }
        let wrong = await SystemThread.value { () -> Int in
            var wrong = 0
            while shared.isOver.load() == 0 {
                if shared.progress.fractionCompleted != 0.5 || shared.progress.isFinished { wrong += 1 }
            }
            end.park()
            return wrong
        }
        #expect(wrong == 0)
    }

    @Test func fractionMatchesFoundations() {
        let (parent, child) = (Progress(totalUnitCount: 2), Progress(totalUnitCount: 4))
        parent.addChild(child, withPendingUnitCount: 1)
        child.completedUnitCount = 2
        #expect(parent.fractionCompleted == 0.25)
    }

    @Test func progressOfAQueueEqualsItsCount() async {
        let queue = OperationQueue()
        let progress: Progress = queue.progress
        #expect(progress === queue.progress)
        progress.totalUnitCount = 2
        queue.addOperations([BlockOperation {}, BlockOperation {}])
        await queue.waitUntilAllOperationsAreFinished()
        #expect(queue.workProgress == QueueProgress(totalUnitCount: 2, completedUnitCount: 2))
    }
}
