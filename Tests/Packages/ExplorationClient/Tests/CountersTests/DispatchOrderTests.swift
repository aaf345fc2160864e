import Dispatch
import Foundation
import ScheduleExploration
import Testing

/// What dispatch queues and threads order, and what they don't.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct DispatchOrderTests {
    static let programs = [
        Program(blocking: "what is captured by a block") {
            let (cell, end) = (Cell(), DispatchSemaphore(value: 0))
            cell.value = 1
            DispatchQueue.global().async {
                expect(cell, is: 1)
                end.signal()
            }
            end.wait()
        },
        Program(blocking: "the blocks of a serial queue") {
            let (cell, queue) = (Cell(), DispatchQueue(label: "serial"))
            for _ in 0..<3 { queue.async { cell.value += 1 } }
            queue.sync { expect(cell, is: 3) }
        },
        Program(blocking: "two queues with one target") {
            let (cell, target) = (Cell(), DispatchQueue(label: "target"))
            let queues = (0..<2).map { DispatchQueue(label: "\($0)", target: target) }
            for queue in queues { queue.async { cell.value += 1 } }
            for queue in queues { queue.sync {} }
            target.sync { expect(cell, is: 2) }
        },
        Program(blocking: "barriers, and who reads between them") {
            let cell = Cell()
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            queue.async(flags: .barrier) { cell.value += 1 }
            for _ in 0..<2 { queue.async { _ = cell.value } }
            queue.async(flags: .barrier) { cell.value += 1 }
            queue.sync { expect(cell, is: 2) }
        },
        Program(blocking: "a group, and what it notifies") {
            let (cells, group) = ((0..<2).map { _ in Cell() }, DispatchGroup())
            let end = DispatchSemaphore(value: 0)
            for cell in cells { DispatchQueue.global().async(group: group) { cell.value += 1 } }
            group.notify(queue: .global()) {
                for cell in cells { expect(cell, is: 1) }
                end.signal()
            }
            end.wait()
            group.wait()
            for cell in cells { expect(cell, is: 1) }
        },
        Program(blocking: "a work item") {
            let cell = Cell()
            let item = DispatchWorkItem { cell.value = 1 }
            DispatchQueue.global().async(execute: item)
            item.wait()
            expect(cell, is: 1)
        },
        Program(blocking: "concurrentPerform") {
            let cells = (0..<3).map { _ in Cell() }
            DispatchQueue.concurrentPerform(iterations: 3) { cells[$0].value = $0 }
            for (value, cell) in cells.enumerated() { expect(cell, is: value) }
        },
        Program(blocking: "a later block") {
            let (cell, end) = (Cell(), DispatchSemaphore(value: 0))
            cell.value = 1
            DispatchQueue.global().asyncAfter(deadline: .now() + 60) {
                expect(cell, is: 1)
                end.signal()
            }
            end.wait()
        },
        Program(blocking: "a queue that is resumed") {
            let (cell, queue) = (Cell(), DispatchQueue(label: "serial"))
            queue.suspend()
            queue.async { expect(cell, is: 1) }
            cell.value = 1
            queue.resume()
            queue.sync {}
        },
        Program(blocking: "a lock around one iteration") {
            let (cell, lock) = (Cell(), NSRecursiveLock())
            lock.withLock {
                DispatchQueue.concurrentPerform(iterations: 1) { _ in lock.withLock { cell.value += 1 } }
            }
            DispatchQueue.concurrentPerform(iterations: 2) { _ in lock.withLock { cell.value += 1 } }
        },
        Program(blocking: "a thread of Foundation") {
            let (cell, end) = (Cell(), DispatchSemaphore(value: 0))
            cell.value = 1
            Thread.detachNewThread {
                cell.value += 1
                end.signal()
            }
            end.wait()
            expect(cell, is: 2)
        },
        Program(blocking: "Foundation's operation queue") {
            let (cell, queue) = (Cell(), OperationQueue())
            let first = BlockOperation { cell.value += 1 }
            let second = BlockOperation { cell.value += 1 }
            second.addDependency(first)
            for operation in [second, first] { queue.addOperation(operation) }
            queue.waitUntilAllOperationsAreFinished()
            expect(cell, is: 2)
        },
    ]

    @Test(arguments: programs) func correctProgramPasses(_ program: Program) async {
        let report = await explore(schedules: 300, name: program.testDescription, program.body)
        #expect(report.hasPassed && report.unseen.isEmpty, "\(report)")
    }

    /// Whose blocks run when isn't known, but what `sync` orders is.
    static let unclear = [
        Program(blocking: "a queue that began inactive") {
            let queue = DispatchQueue(label: "inactive", attributes: .initiallyInactive)
            queue.activate()
            meet(in: queue)
        },
        Program(blocking: "a queue whose target is concurrent") {
            let target = DispatchQueue(label: "target", attributes: .concurrent)
            meet(in: DispatchQueue(label: "serial", target: target))
        },
    ]

    private static func meet(in queue: DispatchQueue) {
        let (cell, lock) = (Cell(), NSLock())
        let other = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            queue.sync { lock.withLock { cell.value += 1 } }
            other.signal()
        }
        queue.sync {
            cell.value += 1
            lock.withLock {}
        }
        other.wait()
        expect(cell, is: 2)
    }

    @Test(arguments: unclear) func waitingInAnUnclearQueueIsOrdered(_ program: Program) async {
        let report = await explore(schedules: 100, name: program.testDescription, program.body)
        guard case .unseen = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(report.unseen.contains { $0.hasPrefix("dispatch_sync") }, "\(report)")
    }

    static let races = [
        Program(blocking: "two blocks of a global queue") {
            let (cell, group) = (Cell(), DispatchGroup())
            for _ in 0..<2 { DispatchQueue.global().async(group: group) { cell.value += 1 } }
            group.wait()
        },
        Program(blocking: "readers that write") {
            let cell = Cell()
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            for _ in 0..<2 { queue.async { cell.value += 1 } }
            queue.sync(flags: .barrier) {}
        },
        Program(blocking: "two serial queues") {
            let cell = Cell()
            let queues = (0..<2).map { DispatchQueue(label: "\($0)") }
            for queue in queues { queue.async { cell.value += 1 } }
            for queue in queues { queue.sync {} }
        },
        Program(blocking: "a block, and who has put it there") {
            let (cell, end) = (Cell(), DispatchSemaphore(value: 0))
            DispatchQueue.global().async {
                cell.value += 1
                end.signal()
            }
            cell.value += 1
            end.wait()
        },
        Program(blocking: "concurrentPerform") {
            let cell = Cell()
            DispatchQueue.concurrentPerform(iterations: 2) { _ in cell.value += 1 }
        },
        Program(blocking: "a thread of Foundation") {
            let (cell, end) = (Cell(), DispatchSemaphore(value: 0))
            Thread.detachNewThread {
                cell.value += 1
                end.signal()
            }
            cell.value += 1
            end.wait()
        },
        Program(blocking: "operations of Foundation's queue") {
            let (cell, queue) = (Cell(), OperationQueue())
            for _ in 0..<2 { queue.addOperation { cell.value += 1 } }
            queue.waitUntilAllOperationsAreFinished()
        },
    ]

    @Test(arguments: races) func raceIsFound(_ program: Program) async throws {
        let report = await explore(schedules: 300, name: program.testDescription, program.body)
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .dataRace, "\(report)")
    }
}
