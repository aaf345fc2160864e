import Dispatch
import Foundation
import ScheduleExploration
import Synchronization
import Testing

/// Two tasks on the thread of one executor: what a continuation orders for one of them, it doesn't for the other.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct SharedThreadTests {
    /// Runs its jobs on one thread.
    private final class Loop: SerialExecutor {
        private let jobs = Mutex<[UnownedJob]>([])
        private let added = DispatchSemaphore(value: 0)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            added.signal()
        }

        /// Starts a thread for so many jobs.
        func start(jobs count: Int) {
            Thread.detachNewThread { [self] in
                for _ in 0..<count {
                    added.wait()
                    let job = jobs.withLock { $0.removeFirst() }
                    job.runSynchronously(on: asUnownedSerialExecutor())
                }
            }
        }
    }

    private actor Worker {
        private let loop: Loop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        init(_ loop: Loop) { self.loop = loop }

        func wait(_ waiting: Waiting) async {
            await withCheckedContinuation { waiting.begin(resume: $0.resume) }
        }
        func read(_ cell: Cell) -> Int { cell.value }
    }

    /// A task that waits for a continuation; that it does is told by a relaxed word only.
    private final class Waiting: Sendable {
        private let continuation = Mutex<(@Sendable () -> Void)?>(nil)
        private let hasBegun = Atomic(false)

        func begin(resume: @escaping @Sendable () -> Void) {
            continuation.withLock { $0 = resume }
            hasBegun.store(true, ordering: .relaxed)
        }
        func hold() { while !hasBegun.load(ordering: .relaxed) {} }
        func end() { continuation.withLock { $0 }?() }
    }

    /// A task waits on the thread. Then another thread writes, and resumes a continuation of its own; then a second task on the
    /// thread reads. Relaxed words make them come in this order, and nothing lets the reader know of the write.
    @Test func checkedContinuationOfOneTaskOrdersNothingForAnother() async throws {
        final class Flag: Sendable { let isUp = Atomic(false) }
        let report = await explore(schedules: 100) {
            let (loop, waiting, cell, written) = (Loop(), Waiting(), Cell(), Flag())
            // The first task's two, and the second's.
            loop.start(jobs: 3)
            let worker = Worker(loop)
            let first = Task { await worker.wait(waiting) }
            waiting.hold()
            let writer = Task {
                cell.value = 1
                await withCheckedContinuation { $0.resume() }
                written.isUp.store(true, ordering: .relaxed)
            }
            while !written.isUp.load(ordering: .relaxed) {}
            _ = await worker.read(cell)
            waiting.end()
            await first.value
            await writer.value
        }
        #expect(try #require(report.failure, "\(report)").kind == .dataRace, "\(report)")
    }
}
