import ConcurrencyPrimitives
import Foundation
import ScheduleExploration
import Synchronization
import Testing

/// What the report says of threads that no exploration controls. Explorations are process-wide: these wait for their turn.
@Suite(.serialized)
struct OutsideResumeTests {
    private typealias Continuation = UnsafeContinuation<Void, Never>

    /// Resumes what it is given, on a thread that was there before the exploration.
    private final class Outside: Sendable {
        static let line = #line + 2
        @inline(never) private static func resume(_ continuation: Continuation) {
            continuation.resume()
        }

        private let given = Synchronization.Mutex<Continuation?>(nil)
        private let isOver = Synchronization.Atomic(false)
        private let hasEnded = DispatchSemaphore(value: 0)

        func start() {
            Thread.detachNewThread { [self] in
                while !isOver.load(ordering: .acquiring) {
                    let continuation = given.withLock { $0.take() }
                    if let continuation { Self.resume(continuation) } else { sched_yield() }
                }
                hasEnded.signal()
            }
        }

        func give(_ continuation: Continuation) { given.withLock { $0 = continuation } }

        func end() {
            isOver.store(true, ordering: .releasing)
            hasEnded.wait()
        }
    }

    @Test func resumeFromOutsideIsReportedWithItsPlace() async {
        let outside = Outside()
        outside.start()
        let report = await explore(schedules: 5, name: "resumed from outside") {
            await withUnsafeContinuation { outside.give($0) }
        }
        outside.end()
        guard case .unseen = report.outcome else {
            Issue.record("\(report)")
            return
        }
        let place = "ScheduleExplorationTests/OutsideResumeTests.swift:\(Outside.line)"
        #expect(
            report.unseen == ["a job that a thread enqueued which isn't controlled at \(place)"], "\(report)")
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
            let word = Box(ConcurrencyPrimitives.Atomic<UInt64>(0))
            let task = startTask { _ = word.value.adding(1) }
            _ = word.value.adding(1)
            await task.value
        }
        #expect(passed.hasPassed && passed.seesRuntime, "\(passed)")
        #expect("\(passed)".contains("doesn't see queues and semaphores of Dispatch") == !passed.seesDispatch)
    }
}
