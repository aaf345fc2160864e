import ConcurrencyPrimitives
import FoundationCompatibility
import OperationQueues
import Operations
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

        /// How often a reading is wrong while another thread changes the counts, half of the total each time.
        func wrongReadings(whileScaledBy most: Int64, _ isWrong: @escaping @Sendable () -> Bool) async -> Int
        {
            let end = Parker()
            WorkerThread.start { [self] in
                for round in 0..<20_000 {
                    let scale = round.isMultiple(of: 2) ? most : 1
                    take(total: 2 * scale, completed: scale)
                }
                isOver.store(1)
                end.unpark()
            }
            return await SystemThread.value { [self] in
                var wrong = 0
                while isOver.load() == 0 { if isWrong() { wrong += 1 } }
                end.park()
                return wrong
            }
        }
    }

    /// Both counts are changed together, so that the fraction is one half at every moment.
    @Test func fractionIsConsistent() async {
        let queue = OperationQueue()
        let shared = Shared(queue.progress)
        shared.take(total: 2, completed: 1)
        let wrong = await shared.wrongReadings(whileScaledBy: 1_000_000) {
            shared.progress.fractionCompleted != 0.5 || shared.progress.isFinished
        }
        #expect(wrong == 0)
    }

    /// With both counts changed one after the other, there is a moment at which the queue seems to have finished.
    @Test func parentCountsNothingOfAQueueThatHasNotFinished() {
        let queue = OperationQueue()
        let shared = Shared(queue.progress)
        let parent = Progress(totalUnitCount: 1)
        shared.take(total: 4, completed: 2)
        parent.addChild(shared.progress, withPendingUnitCount: 1)
        shared.take(total: 2, completed: 1)
        #expect(parent.completedUnitCount == 0 && parent.fractionCompleted == 0.5)
        shared.take(total: 8, completed: 4)
        #expect(parent.completedUnitCount == 0 && parent.fractionCompleted == 0.5)
    }

    /// A parent reads what the queue's threads change.
    @Test func fractionOfAParentIsOfOneMoment() async {
        let queue = OperationQueue()
        let (shared, parent) = (Shared(queue.progress), Shared(Progress(totalUnitCount: 1)))
        shared.take(total: 2, completed: 1)
        parent.progress.addChild(shared.progress, withPendingUnitCount: 1)
        let wrong = await shared.wrongReadings(whileScaledBy: 1_024) {
            parent.progress.fractionCompleted != 0.5
        }
        #expect(wrong == 0)
    }

    /// A thread that was told of an older total, and is late, doesn't take the newer one away.
    @Test func totalThatWasSetStaysWhileAnOlderOneIsTold() async {
        let total = await SystemThread.value { () -> Int64 in
            let queue = OperationQueue()
            let steps = ["first told", "may go on", "told again", "may end"].map {
                ConcurrencyPrimitives.Latch($0)
            }
            // Is told before the progress's own observer.
            let observation = queue.observe { change in
                guard case .progress(let now) = change else { return }
                let step = now.totalUnitCount == 5 ? 0 : 2
                steps[step].open()
                steps[step + 1].waitBlocking()
            }
            let progress = queue.progress
            WorkerThread.start { queue.setTotalUnitCount(5) }
            steps[0].waitBlocking()
            progress.totalUnitCount = 10
            steps[1].open()
            steps[2].waitBlocking()
            defer {
                steps[3].open()
                observation.invalidate()
            }
            return progress.totalUnitCount
        }
        #expect(total == 10)
    }

    @Test func fractionMatchesFoundations() {
        let (parent, child) = (Progress(totalUnitCount: 2), Progress(totalUnitCount: 4))
        parent.addChild(child, withPendingUnitCount: 1)
        child.completedUnitCount = 2
        #expect(parent.fractionCompleted == 0.25)
    }

    /// Foundation's own child stops the program here.
    @Test func totalOfAChildMayGoToZero() {
        let queue = OperationQueue()
        let parent = Progress(totalUnitCount: 2)
        queue.progress.totalUnitCount = 10
        parent.addChild(queue.progress, withPendingUnitCount: 1)
        queue.progress.completedUnitCount = 5
        #expect(parent.fractionCompleted == 0.25)
        queue.progress.totalUnitCount = 0
        #expect(queue.progress.totalUnitCount == 0 && queue.progress.isIndeterminate)
        #expect(!parent.isFinished && parent.fractionCompleted == 0)
        queue.progress.completedUnitCount = 1
        #expect(queue.progress.isFinished && parent.completedUnitCount == 1)
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
