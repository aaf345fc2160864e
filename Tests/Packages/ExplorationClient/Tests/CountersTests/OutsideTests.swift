import Dispatch
import Foundation
import ScheduleExploration
import Synchronization
import Testing

/// Programs that use what an exploration doesn't control: none passes in silence, and none is called wrong that isn't.
@Suite(.serialized, .enabled("the program has to hold the interposer, loaded first", seesDispatch))
struct OutsideTests {
    static let correct = [
        Program("a continuation that a queue resumes") {
            await withCheckedContinuation { continuation in
                outside().async { continuation.resume() }
            }
        },
        Program("a continuation of a task that a queue resumes") {
            let task = Task {
                await withCheckedContinuation { continuation in
                    outside().async { continuation.resume() }
                }
            }
            await task.value
        },
        Program("a semaphore that a queue signals, with a limit") {
            let semaphore = DispatchSemaphore(value: 0)
            outside().async { semaphore.signal() }
            ExploredSchedule.expect(wait(for: semaphore, seconds: 60), "it was not signalled")
        },
        Program("a condition that a queue signals") {
            let (condition, cell) = (NSCondition(), Cell())
            outside().async {
                condition.withLock {
                    cell.value = 1
                    condition.signal()
                }
            }
            wait(for: condition, until: { cell.value == 1 })
        },
        Program("memory that goes through a queue") {
            let (semaphore, cell) = (DispatchSemaphore(value: 0), Cell())
            let task = Task {
                cell.value = 1
                outside().async { semaphore.signal() }
            }
            _ = wait(for: semaphore, seconds: 60)
            expect(cell, is: 1)
            await task.value
        },
        Program("memory that goes through a queue, by an atomic word") {
            final class Flag: Sendable { let isUp = Atomic(false) }
            let (flag, cell) = (Flag(), Cell())
            let task = Task {
                cell.value = 1
                outside().async { flag.isUp.store(true, ordering: .releasing) }
            }
            // It may come late, or not in this schedule.
            for _ in 0..<1_000 where flag.isUp.load(ordering: .acquiring) {
                expect(cell, is: 1)
                break
            }
            await task.value
        },
    ]

    private static func wait(for semaphore: DispatchSemaphore, seconds: Double) -> Bool {
        semaphore.wait(timeout: .now() + seconds) == .success
    }
    private static func wait(for condition: NSCondition, until isMet: () -> Bool) {
        condition.withLock { while !isMet() { condition.wait() } }
    }

    @Test(arguments: correct) func correctProgramIsNotDecided(_ program: Program) async {
        let report = await explore(schedules: 20, name: program.testDescription, program.body)
        guard case .unseen = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(!report.unseen.isEmpty)
    }

    @Test(arguments: correct) func correctProgramPassesIfThatIsAccepted(_ program: Program) async {
        var plan = ExplorationPlan()
        plan.schedules = 20
        plan.acceptsUnseen = true
        let report = await explore(plan, name: program.testDescription, program.body)
        #expect(report.failure == nil, "\(report)")
    }

    @Test func sourceIsNamed() async {
        let report = await explore(schedules: 20) {
            let source = DispatchSource.makeUserDataAddSource()
            source.setEventHandler {}
            source.resume()
            source.cancel()
        }
        #expect(!report.hasPassed)
        #expect(report.unseen.contains { $0.hasPrefix("dispatch_source_create") }, "\(report)")
    }

    @Test func deadlockOfLocksIsFoundBesideAQueue() async throws {
        let report = await explore(schedules: 200) {
            let (one, other) = (NSLock(), NSLock())
            outside().async {}
            let task = Task { one.withLock { other.withLock {} } }
            other.withLock { one.withLock {} }
            await task.value
        }
        #expect(try #require(report.failure, "\(report)").kind == .deadlock)
    }
}

/// A queue that no exploration controls: nobody knows when what is in it may run.
private func outside() -> DispatchQueue {
    let queue = DispatchQueue(label: "outside", attributes: .initiallyInactive)
    queue.activate()
    return queue
}

@Sendable private func seesDispatch() async -> Bool { await explore(schedules: 1) {}.seesDispatch }
