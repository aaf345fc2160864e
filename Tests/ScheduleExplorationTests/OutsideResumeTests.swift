import CScheduleInterposition
import ConcurrencyPrimitives
import Foundation
import ScheduleExploration
import Synchronization
import Testing

/// What the report says of threads that no exploration controls. Explorations are process-wide: these wait for their turn.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct OutsideResumeTests {
    private typealias Continuation = UnsafeContinuation<Void, Never>

    /// Resumes what it is given, on a thread that was there before the exploration. That sleeps in the kernel meanwhile.
    private final class Outside: Sendable {
        static let line = #line + 2
        @inline(never) private static func resume(_ continuation: Continuation) {
            continuation.resume()
        }

        private let pipe = Pipe()
        /// How many it has resumed. No point of the exploration.
        let resumed = Synchronization.Atomic<Int>(0)

        func start() {
            Thread.detachNewThread { [self] in
                let size = MemoryLayout<Continuation>.size
                while let data = try? pipe.fileHandleForReading.read(upToCount: size), data.count == size {
                    Self.resume(data.withUnsafeBytes { $0.loadUnaligned(as: Continuation.self) })
                    resumed.add(1, ordering: .releasing)
                }
            }
        }

        func give(_ continuation: Continuation) {
            withUnsafeBytes(of: continuation) { pipe.fileHandleForWriting.write(Data($0)) }
        }

        func end() { try? pipe.fileHandleForWriting.close() }
    }

    /// Uses what an exploration names and doesn't control, so that it waits for threads outside ten times as long.
    private static func useBarrier() {
        var barrier = pthread_barrier_t()
        pthread_barrier_init(&barrier, nil, 1)
        pthread_barrier_wait(&barrier)
        pthread_barrier_destroy(&barrier)
    }

    @Test func resumeFromOutsideIsReportedWithItsPlace() async {
        let outside = Outside()
        outside.start()
        let report = await explore(schedules: 5, name: "resumed from outside") {
            Self.useBarrier()
            let task = Task { @MainActor in
                await withUnsafeContinuation { continuation in
                    // It begins when this one waits: who is resumed before goes on without a job.
                    _ = Task { @MainActor in outside.give(continuation) }
                }
            }
            await task.value
        }
        outside.end()
        guard case .unseen = report.outcome else {
            Issue.record("\(report)")
            return
        }
        let place = "ScheduleExplorationTests/OutsideResumeTests.swift:\(Outside.line)"
        #expect(report.unseen.first == "a job from a thread that isn't controlled at \(place)", "\(report)")
        #expect(
            report.unseen.count == 2 && report.unseen.last!.hasPrefix("pthread_barrier_wait"), "\(report)")
    }

    /// Who is resumed from outside comes to the main actor by a job of the exploration, which waits for its turn there.
    @Test(arguments: 1...5) func taskOfTheMainActorResumedFromOutsideIsAlone(seed: UInt64) async {
        let outside = Outside()
        outside.start()
        var plan = ExplorationPlan()
        (plan.schedules, plan.seed, plan.strategy) = (20, seed, .random)
        let report = await explore(plan, name: "resumed on the main actor") {
            Self.useBarrier()
            let (inside, lock) = (Box(Synchronization.Atomic<Int>(0)), NSLock())
            @Sendable func enter() {
                ExploredSchedule.expect(
                    inside.value.add(1, ordering: .relaxed).newValue == 1, "two are inside")
                for _ in 0..<5 { lock.withLock {} }
                inside.value.subtract(1, ordering: .relaxed)
            }
            let before = outside.resumed.load(ordering: .acquiring)
            let task = Task { @MainActor in
                var other: Task<Void, Never>?
                await withUnsafeContinuation { continuation in
                    // It begins when this one waits.
                    other = Task { @MainActor in
                        outside.give(continuation)
                        while outside.resumed.load(ordering: .acquiring) == before { lock.withLock {} }
                        enter()
                    }
                }
                enter()
                await other?.value
            }
            await task.value
        }
        outside.end()
        #expect(report.failure == nil && report.schedules > 0, "\(report)")
    }

    /// A program that links the interposer needn't call Dispatch through it.
    @Test func reportSaysWhetherDispatchIsSeen() async {
        let asked = await explore(schedules: 1) {
            let queue = DispatchQueue(label: "outside", attributes: .initiallyInactive)
            queue.activate()
            queue.async {}
        }
        #expect(asked.seesDispatch == asked.unseen.contains { $0.hasPrefix("dispatch_async") }, "\(asked)")
        let passed = await explore(schedules: 20) {
            let word = Box(Atomic<UInt64>(0))
            let task = startTask { _ = word.value.adding(1) }
            _ = word.value.adding(1)
            await task.value
        }
        #expect(passed.hasPassed && passed.seesRuntime, "\(passed)")
        #expect("\(passed)".contains("doesn't see queues and semaphores of Dispatch") == !passed.seesDispatch)
    }
}
